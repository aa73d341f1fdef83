import base64, hashlib, hmac, time

def is_genuine(headers, body, secret):
    """headers with names in lower case; body the bytes as they arrived, before they are parsed"""
    try:
        timestamp, signatures = headers["webhook-timestamp"], headers["webhook-signature"].split(" ")
        if abs(time.time() - int(timestamp)) > 300:  # an old one, sent again by somebody else
            return False
        signed = b".".join([headers["webhook-id"].encode(), timestamp.encode(), body])
    except (KeyError, ValueError):
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Several, while the secret rotates.
    return any([hmac.compare_digest(right, each.encode()) for each in signatures])
