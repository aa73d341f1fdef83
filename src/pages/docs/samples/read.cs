using System.Net.Http.Headers;
using System.Text.Json;

using var client = new HttpClient();
client.BaseAddress = new Uri(Environment.GetEnvironmentVariable("BELFRY_URL")!);
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("BELFRY_KEY"));

using var response = await client.GetAsync("/api/v1/timetables");
var body = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new HttpRequestException(body);
using var answer = JsonDocument.Parse(body);
foreach (var timetable in answer.RootElement.GetProperty("data").GetProperty("timetables").EnumerateArray())
    Console.WriteLine($"{timetable.GetProperty("id")} {timetable.GetProperty("name")}");
