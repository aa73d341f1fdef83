import json, os, sys, urllib.error, urllib.request

request = urllib.request.Request(
    os.environ["BELFRY_URL"] + "/api/v1/timetables",
    headers={"Authorization": "Bearer " + os.environ["BELFRY_KEY"]},
)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        data = json.load(response)["data"]
except urllib.error.HTTPError as refusal:
    sys.exit(refusal.read().decode())
for timetable in data["timetables"]:
    print(timetable["id"], timetable["name"])
