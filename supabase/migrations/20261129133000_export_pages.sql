-- An export of 12 MB passed the data service as one value, which kept the thread of the API busy. It is read in pages.

-- A page of everything that is stored about a user. The texts of all pages in order are one JSON object. An account may
-- have megabytes, so a page ends with the row that makes it longer than 250,000 characters. Tables with a column `user_id`
-- are found in the catalogue, so a new table is included automatically. Tables that identify a user in another way are
-- listed in the function. The rows of a table are read in the order of the primary key: a change between two pages neither
-- repeats nor skips another row. A table without a primary key is not divided.
-- @param p_after `next` of the page before; null for the first page
-- @returns `text`, and `next`, which is null for the last page
-- @throws PT404 if there is no such account
create function public.export_account_page(p_user uuid, p_after jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  c_characters constant integer := 250000;
  v_account jsonb;
  v_parts text[] := '{}';
  v_length integer := 0;
  v_name text;
  v_source text;
  v_condition text;
  v_columns text;
  v_values text;
  v_after text;
  v_separator text := '';
  v_rows refcursor;
  v_row text;
  v_row_key jsonb;
begin
  -- A client may pass null as a value of JSON.
  p_after := nullif(p_after, 'null'::jsonb);
  select public.without_secrets(to_jsonb(u)) into v_account from auth.users u where id = p_user;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  if p_after is null then
    v_parts := array[format('{"exportedAt":%s,"account":%s,"tables":{', to_json(now()), v_account)];
  end if;
  for v_name, v_source, v_condition in
    select name, source, condition from (
      select c.relname::text, format('public.%I', c.relname), 'user_id = $1' from pg_catalog.pg_class c
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
    ) as stored (name, source, condition)
    -- A hosted project may not grant access to the log of its auth service.
    where name <> 'auth.audit_log_entries' or has_table_privilege('auth.audit_log_entries', 'select')
    order by name collate "C"
  loop
    -- Tables before the one in which the last page ended.
    if v_name collate "C" < p_after ->> 'table' then
      v_separator := ',';
      continue;
    end if;
    select string_agg(format('t.%I', a.attname), ', ' order by k.place),
        string_agg(format('($3 ->> %s)::%s', k.place - 1, format_type(a.atttypid, a.atttypmod)), ', ' order by k.place)
      into v_columns, v_values
      from pg_catalog.pg_index i
      cross join unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = v_source::regclass and i.indisprimary;
    if v_name = p_after ->> 'table' then
      v_after := format('(%s) > (%s)', v_columns, v_values);
      v_separator := ',';
    else
      v_after := 'true';
      v_parts := v_parts || format('%s%s:[', v_separator, to_json(v_name));
      v_separator := '';
    end if;
    open v_rows no scroll for execute
      format('select public.without_secrets(to_jsonb(t))::text, %s from %s t where (%s) and %s %s',
        coalesce('jsonb_build_array(' || v_columns || ')', 'null::jsonb'), v_source, v_condition, v_after,
        'order by ' || v_columns)
      using p_user, v_account ->> 'email', p_after -> 'key';
    loop
      fetch v_rows into v_row, v_row_key;
      exit when not found;
      v_parts := v_parts || (v_separator || v_row);
      v_separator := ',';
      v_length := v_length + length(v_row);
      if v_length > c_characters and v_row_key is not null then
        close v_rows;
        return jsonb_build_object('text', array_to_string(v_parts, ''),
          'next', jsonb_build_object('table', v_name, 'key', v_row_key));
      end if;
    end loop;
    close v_rows;
    v_parts := v_parts || ']'::text;
    v_separator := ',';
  end loop;
  return jsonb_build_object('text', array_to_string(v_parts, '') || '}}', 'next', null);
end $$;

-- All pages as one value, for instances of the last release.
create or replace function public.export_account_text(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_page jsonb := public.export_account_page(p_user, null);
  v_texts text[] := array[v_page ->> 'text'];
begin
  while v_page -> 'next' <> 'null' loop
    v_page := public.export_account_page(p_user, v_page -> 'next');
    v_texts := v_texts || (v_page ->> 'text');
  end loop;
  return array_to_string(v_texts, '');
end $$;

-- contract of 20261129025600: nothing calls it since
drop function public.export_account(uuid);

revoke execute on function public.export_account_page from public, anon, authenticated;
grant execute on function public.export_account_page to service_role;
