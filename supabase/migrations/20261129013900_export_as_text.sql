-- An export of 12 MB kept a core of the database busy for seconds: each table copied what had been collected before.

-- Everything that is stored about a user, as the text of a JSON object. Tables with a column `user_id` are found in the
-- catalogue, so a new table is included automatically. Tables that identify a user in another way are listed in the
-- function. It is built as text: an account may have megabytes, and each change of a jsonb value copies all of it.
-- @throws PT404 if there is no such account
create or replace function public.export_account_text(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_account jsonb;
  v_tables text[] := '{}';
  v_source text;
  v_condition text;
  v_name text;
  v_rows text;
begin
  select public.without_secrets(to_jsonb(u)) into v_account from auth.users u where id = p_user;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  for v_name, v_source, v_condition in
    select c.relname, format('public.%I', c.relname), 'user_id = $1' from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'self_exclusions'
    union all values
      -- An exclusion may belong to an earlier account with the same address.
      ('self_exclusions', 'public.self_exclusions', 'user_id = $1 or email_hash = public.email_hash($2)'),
      ('closed_accounts', 'public.closed_accounts', 'email_hash = public.email_hash($2)'),
      ('release_loads', 'public.release_loads', 'reporter = ''user:'' || $1'),
      ('remote_events', 'public.remote_events', 'actor = $1::text'),
      ('remote_uploads', 'public.remote_uploads', 'actor = $1::text'),
      ('admin_actions', 'public.admin_actions', 'actor = $1::text or target = $1::text'),
      -- Tables of the auth service besides the account itself.
      ('auth.identities', 'auth.identities', 'user_id = $1'),
      ('auth.sessions', 'auth.sessions', 'user_id = $1'),
      ('auth.audit_log_entries', 'auth.audit_log_entries', 'strpos(payload::text, $1::text) > 0')
    order by 1
  loop
    begin
      execute format('select string_agg(public.without_secrets(to_jsonb(t))::text, '','') from %s t where %s',
        v_source, v_condition) into v_rows using p_user, v_account ->> 'email';
      v_tables := v_tables || format('%s:[%s]', to_json(v_name), v_rows);
    exception when insufficient_privilege then
      -- A hosted project may not grant access to the log of its auth service.
      if v_name <> 'auth.audit_log_entries' then raise; end if;
    end;
  end loop;
  return format('{"exportedAt":%s,"account":%s,"tables":{%s}}',
    to_json(now()), v_account, array_to_string(v_tables, ','));
end $$;

-- The same as JSON, for instances of the last release.
create or replace function public.export_account(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.export_account_text(p_user)::jsonb;
$$;
