curl --fail-with-body --compressed --header "Authorization: Bearer $BELFRY_KEY" \
  "$BELFRY_URL/api/v1/timetables"
