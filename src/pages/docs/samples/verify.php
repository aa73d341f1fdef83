<?php
/** $headers with names in lower case; $body the text as it arrived, before it is parsed */
function isGenuine(array $headers, string $body, string $secret): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false; // an old one, sent again by somebody else
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) { // several, while the secret rotates
        if (hash_equals($right, $given)) {
            return true;
        }
    }
    return false;
}
