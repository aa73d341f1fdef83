<?php // The lessons of a class today, as a list for a page of the school's website.
$day = new DateTimeImmutable(getenv('ON_DATE') ?: 'today', new DateTimeZone('Europe/Zurich'));
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('BELFRY_KEY'),
    'timeout' => 5,
    'ignore_errors' => true, // so that a refusal can be shown
]]);
$path = '/api/v1/weeks/' . $day->format('o-\WW') . '/classes/' . rawurlencode(getenv('CLASS'));
$answer = json_decode((string) @file_get_contents(getenv('BELFRY_URL') . $path, false, $context), true);
if (!isset($answer['data'])) {
    error_log('timetable: ' . json_encode($answer['error'] ?? 'no answer')); // a 402 is a sentence, all others an object
    exit('<p>The timetable cannot be shown at the moment.</p>');
}
$names = fn ($those) => htmlspecialchars(implode(', ', array_column($those, 'name')));
$today = array_filter($answer['data']['lessons'], fn ($lesson) => $lesson['date'] === (int) $day->format('Ymd'));
echo "<ul class=\"today\">\n";
foreach ($today as $lesson) {
    echo "<li>$lesson[startTime] {$names($lesson['subjects'])} <small>{$names($lesson['rooms'])}</small></li>\n";
}
echo "</ul>\n";
