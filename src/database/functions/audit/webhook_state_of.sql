-- What the audit says of a webhook.
create or replace function @extschema@.webhook_state_of(hook @extschema@.webhook) returns jsonb
language sql stable set search_path = pg_catalog, @extschema@, pg_temp as $$
  select jsonb_build_object('host', substring(hook.url from '^[a-z]+://([^/?#]*)'), 'description', left(hook.description, 1000),
    'events', hook.events, 'enabled', hook.enabled) $$;
