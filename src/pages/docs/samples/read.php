<?php
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('BELFRY_KEY'),
    'timeout' => 30,
    'ignore_errors' => true, // so that the body of a refusal can be read
]]);
$body = file_get_contents(getenv('BELFRY_URL') . '/api/v1/timetables', false, $context);
$answer = json_decode((string) $body, true);
if (!isset($answer['data'])) {
    fwrite(STDERR, $body);
    exit(1);
}
foreach ($answer['data']['timetables'] as $timetable) {
    echo $timetable['id'], ' ', $timetable['name'], "\n";
}
