<?php
$file = 'timetables.json';
$kept = json_decode(is_file($file) ? file_get_contents($file) : '{"etag": "", "latestId": null, "timetables": {}}');

function read(string $path, string $etag = ''): ?object
{
    $headers = ['Authorization: Bearer ' . getenv('BELFRY_KEY'), 'If-None-Match: ' . $etag];
    $context = stream_context_create(['http' => ['header' => $headers, 'timeout' => 30, 'ignore_errors' => true]]);
    $body = file_get_contents(getenv('BELFRY_URL') . '/api/v1/' . $path, false, $context);
    $status = (int) explode(' ', $http_response_header[0] ?? 'none 0')[1];
    if ($status !== 200 && $status !== 304) {
        fwrite(STDERR, (string) $body);
        exit(1);
    }
    $etag = current(preg_filter('/^etag: */i', '', $http_response_header));
    return $status === 304 ? null : (object) ['etag' => $etag, 'data' => json_decode($body)->data];
}

$list = read('changes', $kept->etag);
if ($list === null) {
    exit; // nothing changed
}
$place = array_search($kept->latestId, array_column($list->data->changes, 'id'), true);
$newer = array_slice($list->data->changes, 0, (int) $place);
$readAll = $place === false || in_array(true, array_column($newer, 'truncated'), true);
$changed = array_column(array_merge(...array_column($newer, 'timetables')), 'timetableId');

$timetables = new stdClass();
foreach (read('timetables')->data->timetables as $version) {
    if ($version->status === 'published') {
        $old = $kept->timetables->{$version->id} ?? null;
        $isRead = $old === null || $readAll || in_array($version->id, $changed, true);
        $new = $isRead ? read("timetables/$version->id", $old->etag ?? '') : null;
        $timetables->{$version->id} = $new ?? $old;
    }
}
$copy = ['etag' => $list->etag, 'latestId' => $list->data->latestId, 'timetables' => $timetables];
file_put_contents("$file.new", json_encode($copy));
rename("$file.new", $file);
