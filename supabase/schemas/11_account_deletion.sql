-- Deletion and export of an account.

-- Hashes of the addresses of accounts that were deleted within the last year. A new account of such an address starts
-- without the welcome credits. An address whose mailbox was never proven may belong to another person, so it is marked
-- together with the network address of the sign-up (`network_hash`): a sign-up from another network is not affected, and
-- a proof of the mailbox brings the credits that were withheld.
create table public.closed_accounts (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz not null default now()
);

alter table public.closed_accounts enable row level security;
revoke all on public.closed_accounts from anon, authenticated, service_role, public;
grant select on public.closed_accounts to service_role;

create function public.was_closed(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.closed_accounts
    where email_hash = public.email_hash(p_email) and closed_at > now() - interval '1 year');
$$;

-- The same for an address whose mailbox was not proven, by its `network_hash`.
create function public.was_closed_on_network(p_network_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.closed_accounts
    where email_hash = p_network_hash and closed_at > now() - interval '1 year');
$$;

-- Stores the hash for every deletion, also for one in the operator's dashboard.
create function public.mark_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.closed_accounts (email_hash)
    select public.email_hash(p.email) from public.user_profiles p
      where p.user_id = old.id and p.mailbox_proven_at is not null and p.email is not null
    union
    -- The address at sign-up received the welcome credits. Without a known network it is marked as a whole.
    select case when r.email_proven_at is null and r.network_hash is not null then r.network_hash
        else public.email_hash(r.email) end
      from public.access_code_reservations r where r.user_id = old.id
    order by 1
    on conflict (email_hash) do update set closed_at = now();
  return old;
end $$;

create trigger propsight_mark_closed before delete on auth.users
  for each row execute function public.mark_closed();

-- Locks the rows of an account that is being deleted in the order that all functions use: lines and parlays by id, then
-- runs, then the profile. Otherwise a deletion could deadlock with grading or with the end of a hold.
create function public.lock_leaving_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.track_legs where user_id = old.id order by id for update;
  perform from public.past_parlays where user_id = old.id order by id for update;
  loop
    begin
      perform from public.runs where user_id = old.id order by id for update;
      perform from public.user_profiles where user_id = old.id for update;
      -- A run may have started in between and be closing now. If it is locked, retry and let that call finish first.
      perform from public.runs where user_id = old.id for update nowait;
      return old;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.002);
    end;
  end loop;
end $$;

create trigger propsight_lock_leaving before delete on auth.users
  for each row execute function public.lock_leaving_account();

-- Deletes an account with everything that is stored about the person. What remains: ledger rows without the person,
-- ids in the audit log, and the hash of the address. Picks are deleted before the rest, because saving a pick locks it
-- before the profile.
-- @throws PT400 if `p_email` is not the account's address
-- @returns false if there is no such account
create function public.delete_account(p_user uuid, p_email text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  v_email := public.lock_account(p_user);
  if v_email is null then
    return false;
  end if;
  if lower(btrim(p_email)) is distinct from lower(v_email) then
    raise exception 'This is not the e-mail address of your account' using errcode = 'PT400';
  end if;
  -- Consumed first: deleting a bound reservation would free its place.
  perform public.consume_reservation(p_user);
  delete from public.access_code_reservations r where r.email = lower(v_email) and r.user_id is null
    and (r.network_hash is null or r.network_hash =
      (select own.network_hash from public.access_code_reservations own where own.user_id = p_user));
  delete from public.my_picks where user_id = p_user;
  delete from public.release_loads where reporter = 'user:' || p_user;
  begin
    -- The payload is an object or an object serialised as text, depending on the auth service.
    delete from auth.audit_log_entries where strpos(payload::text, p_user::text) > 0;
  exception when insufficient_privilege then
    -- A hosted project may not grant access to this log.
    null;
  end;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.users where id = p_user;
  return true;
end $$;

-- Removes data of former users that is no longer needed: hashes of closed accounts and entries of the sign-in log after
-- a year, ended exclusions, and reservations that were unused for a month. @returns how many rows
create function public.purge_closed_accounts() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
  v_lines integer := 0;
begin
  with marks as (delete from public.closed_accounts where closed_at <= now() - interval '1 year' returning 1),
    ended as (delete from public.self_exclusions where until <= now() returning 1),
    untaken as (delete from public.access_code_reservations
      where user_id is null and reserved_until <= now() - interval '30 days' returning 1)
  select count(*)::int into v_gone from (table marks union all table ended union all table untaken) as gone;
  begin
    delete from auth.audit_log_entries where created_at <= now() - interval '1 year';
    get diagnostics v_lines = row_count;
  exception when insufficient_privilege then
    -- A hosted project may not grant access to this log.
    null;
  end;
  return v_gone + v_lines;
end $$;

-- A row without passwords and tokens. They prove an identity and are not data about the person.
create function public.without_secrets(p_row jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(p_row)
    where key !~ '(password|token|secret|hmac|nonce)' or key ~ '_(at|counter)$';
$$;

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

revoke execute on function public.was_closed, public.was_closed_on_network, public.mark_closed,
  public.lock_leaving_account, public.delete_account, public.purge_closed_accounts, public.without_secrets,
  public.export_account_page from public, anon, authenticated;
grant execute on function public.delete_account, public.purge_closed_accounts, public.export_account_page to service_role;
