import json, os, pathlib, sys, urllib.error, urllib.request

file = pathlib.Path("timetables.json")
kept = json.loads(file.read_text()) if file.exists() else {"etag": "", "latestId": None, "timetables": {}}

def read(path, etag=""):
    headers = {"Authorization": "Bearer " + os.environ["BELFRY_KEY"], "If-None-Match": etag}
    request = urllib.request.Request(os.environ["BELFRY_URL"] + "/api/v1/" + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return {"etag": response.headers["ETag"], "data": json.load(response)["data"]}
    except urllib.error.HTTPError as answer:
        if answer.code == 304:
            return None
        sys.exit(answer.read().decode())

answer = read("changes", kept["etag"])
if answer is None:
    sys.exit()  # nothing changed
changes = answer["data"]["changes"]
ids = [entry["id"] for entry in changes]
newer = changes[: ids.index(kept["latestId"])] if kept["latestId"] in ids else []
read_all = kept["latestId"] not in ids or any(entry["truncated"] for entry in newer)
changed = {each["timetableId"] for entry in newer for each in entry["timetables"]}

timetables = {}
for version in read("timetables")["data"]["timetables"]:
    if version["status"] == "published":
        old, new = kept["timetables"].get(version["id"]), None
        if old is None or read_all or version["id"] in changed:
            new = read("timetables/" + version["id"], old["etag"] if old else "")
        timetables[version["id"]] = new or old
copy = {"etag": answer["etag"], "latestId": answer["data"]["latestId"], "timetables": timetables}
file.with_suffix(".new").write_text(json.dumps(copy))
file.with_suffix(".new").replace(file)
