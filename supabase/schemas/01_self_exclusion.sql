-- Self-exclusion and ended sessions: who may use a session at all.
--
-- A user can block their own account until a date. Only time ends the block: no function and no privilege shortens it,
-- not even for administrators. A row is keyed by a hash: of the account, and of each of its e-mail addresses whose mailbox
-- was proven, so deleting the account or creating a new one does not shorten it either. An address without that proof may
-- belong to another person, so it is not excluded. Every policy of a user's rows asks `is_excluded`, so this file is the first one.

create table public.self_exclusions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid references auth.users (id) on delete set null,
  until timestamptz not null,
  created_at timestamptz not null default now()
);

create index self_exclusions_by_user on public.self_exclusions (user_id);

alter table public.self_exclusions enable row level security;
revoke all on public.self_exclusions from anon, authenticated, service_role, public;
grant select on public.self_exclusions to service_role;

-- Refuses every change that would shorten an exclusion, and deletion before its end.
create function public.keep_exclusions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.until <= now() then
      return old;
    end if;
  elsif new.email_hash = old.email_hash and new.until >= old.until then
    return new;
  end if;
  raise exception 'A self-exclusion is not shortened' using errcode = 'PT403';
end $$;

create trigger self_exclusions_keep before update or delete on public.self_exclusions
  for each row execute function public.keep_exclusions();

-- An e-mail address as it is stored in `self_exclusions` and `closed_accounts`.
create function public.email_hash(p_email text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(p_email)), 'UTF8')), 'hex');
$$;

-- End of the exclusion of an account; null if it is not excluded. Considers the account's id and its current address.
create function public.excluded_until(p_user uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(until) from public.self_exclusions
    where until > now() and (user_id = p_user
      or email_hash = (select public.email_hash(email) from auth.users where id = p_user));
$$;

-- The same by address, for a sign-up: there is no account yet.
create function public.email_excluded_until(p_email text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select until from public.self_exclusions
    where until > now() and email_hash = public.email_hash(p_email);
$$;

-- The text that an excluded user is shown.
create function public.exclusion_sentence(p_until timestamptz) returns text
language sql stable set search_path = '' as $$
  select 'You excluded yourself until ' || to_char(p_until at time zone 'UTC', 'FMMonth FMDD, YYYY') || '.';
$$;

-- Whether a session has ended. False for null: some tokens of a hosted project name no session.
create function public.is_session_over(p_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_session is not null and not exists (select from auth.sessions where id = p_session);
$$;

-- Whether the current request must not read or write: its user is excluded, or its session has ended. An access token
-- is valid for up to an hour after its session, so the policies check the session itself.
create function public.is_excluded() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.excluded_until(auth.uid()) is not null
    or public.is_session_over(nullif(auth.jwt() ->> 'session_id', '')::uuid);
$$;

-- State of the account of a token. `known`: the account exists; `refusal`: the text for an excluded user, else null;
-- `signedOut`: the session has ended. The default lets an API of an earlier release call it without a session.
create function public.account_standing(p_user uuid, p_session uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('known', exists (select from auth.users where id = p_user),
    'refusal', public.exclusion_sentence(public.excluded_until(p_user)),
    'signedOut', public.is_session_over(p_session));
$$;

-- Locks an account with its sessions and tokens, for a change that ends them. A refresh of a hosted project locks the
-- session first and the account second: after 100 ms of waiting for a session the account is unlocked, so that the refresh
-- can end.
-- @returns the account's e-mail address; null if there is no such account
-- @throws PT503 if the account or its sessions stay locked for three seconds
create function public.lock_account(p_user uuid) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  v_email text;
  v_deadline timestamptz := clock_timestamp() + interval '3 seconds';
begin
  while clock_timestamp() < v_deadline loop
    begin
      -- Ends with the function, or with this attempt. Zero would be without limit.
      perform set_config('lock_timeout',
        greatest(1, ceil(extract(epoch from v_deadline - clock_timestamp()) * 1000))::integer::text, true);
      select email into v_email from auth.users where id = p_user for update;
      perform set_config('lock_timeout', '100ms', true);
      perform from auth.sessions where user_id = p_user for update;
      perform from auth.refresh_tokens where user_id::text = p_user::text for update;
      return v_email;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.01);
    end;
  end loop;
  raise exception 'Your account is busy at the moment. Try again in a few seconds.' using errcode = 'PT503';
end $$;

-- Excludes an account and its proven addresses for a number of days, and ends all sessions. The lock of the account orders this with a concurrent
-- sign-in: either the sign-in finishes first and its session ends here, or it finds the exclusion.
-- @throws PT400 for an invalid duration, PT404 if there is no such account
-- @returns the end of the exclusion
create function public.self_exclude(p_user uuid, p_days int) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  if p_days is null or p_days not between 1 and 1825 then
    raise exception 'An exclusion lasts between a day and five years' using errcode = 'PT400';
  end if;
  v_email := public.lock_account(p_user);
  if v_email is null then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  insert into public.self_exclusions as kept (email_hash, user_id, until)
    select hash, p_user, now() + make_interval(days => p_days)
      from (
        select public.email_hash('account ' || p_user)
        union
        select public.email_hash(v_email) from public.user_profiles
          where user_id = p_user and mailbox_proven_at is not null
        union
        -- The address at sign-up, or the user could sign up with it again. Not if another account has this address now:
        -- its user would be excluded as well.
        select public.email_hash(r.email) from public.access_code_reservations r
          where r.user_id = p_user and r.email_proven_at is not null
            and not exists (select from auth.users u where lower(u.email) = r.email and u.id <> p_user)
      ) as excluded_names (hash)
    -- A fixed order, because concurrent calls may insert the same address.
    order by 1
    on conflict (email_hash) do update
      set until = greatest(kept.until, excluded.until), user_id = excluded.user_id;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.sessions where user_id = p_user;
  return public.excluded_until(p_user);
end $$;

-- Rejects sessions, tokens and sign-ins of excluded and deleted accounts, whichever endpoint of the auth service creates
-- them. Runs at the end of the transaction: the hosted service stores session, token and time of the sign-in first and
-- calls `hook_custom_access_token` afterwards, which answers with the reason.
create function public.refuse_excluded_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A session or token names its user; the third trigger is on the users.
  v_user uuid := coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'id')::uuid;
  v_until timestamptz;
begin
  -- Waits for a concurrent exclusion or deletion.
  perform from auth.users where id = v_user for key share;
  if not found then
    raise exception 'This account was deleted.' using errcode = 'PT401';
  end if;
  v_until := public.excluded_until(v_user);
  if v_until is not null then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  return null;
end $$;

create constraint trigger propsight_no_excluded_session after insert on auth.sessions
  deferrable initially deferred for each row execute function public.refuse_excluded_session();
create constraint trigger propsight_no_excluded_token after insert on auth.refresh_tokens
  deferrable initially deferred for each row execute function public.refuse_excluded_session();
create constraint trigger propsight_no_excluded_sign_in after update of last_sign_in_at on auth.users
  deferrable initially deferred for each row when (new.last_sign_in_at is distinct from old.last_sign_in_at)
  execute function public.refuse_excluded_session();

-- The address of an excluded account after `release_address` (03_access_codes.sql).
create function public.released_address(p_user uuid) returns text
language sql immutable set search_path = '' as $$
  select 'released-' || p_user || '@propsight.invalid';
$$;

-- Hook of the hosted auth service, called before it signs an access token. Gives the reason in the response; the
-- triggers above enforce the rule, also without the hook.
create function public.hook_custom_access_token(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until((event ->> 'user_id')::uuid);
begin
  if v_until is null then
    return jsonb_build_object('claims', event -> 'claims');
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', public.exclusion_sentence(v_until)));
end $$;

-- The live sessions of an account, the last used first.
create function public.list_sessions(p_user uuid, p_session uuid) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.id, 'createdAt', s.created_at,
      'usedAt', greatest(s.created_at, s.refreshed_at::timestamptz), 'userAgent', left(s.user_agent, 300),
      'current', s.id is not distinct from p_session)
    from auth.sessions s where s.user_id = p_user
    order by s.id is not distinct from p_session desc, greatest(s.created_at, s.refreshed_at::timestamptz) desc, s.id
    limit 100;
$$;

-- Ends one session of an account. @returns whether the account had this session
create function public.end_session(p_user uuid, p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of a refresh: account, session, tokens.
  perform public.lock_account(p_user);
  delete from auth.refresh_tokens where user_id::text = p_user::text and session_id = p_session;
  delete from auth.sessions where id = p_session and user_id = p_user;
  return found;
end $$;

-- Ends sessions that are older than the limits of the API, in parts, so that no transaction locks many accounts. A
-- hosted project may not limit its sessions itself. @returns how many sessions
create function public.end_old_sessions(p_max_hours integer, p_idle_hours integer, p_limit integer) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_ended integer;
begin
  with old as (select s.id from auth.sessions s
      where s.created_at <= now() - make_interval(hours => p_max_hours)
        or greatest(s.created_at, s.refreshed_at::timestamptz) <= now() - make_interval(hours => p_idle_hours)
      limit p_limit for update skip locked),
    tokens as (delete from auth.refresh_tokens where session_id in (select id from old))
  delete from auth.sessions where id in (select id from old);
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;

-- The policies call `is_excluded` with the privileges of the current user.
revoke execute on function public.keep_exclusions, public.email_hash, public.excluded_until,
  public.email_excluded_until, public.exclusion_sentence, public.is_session_over, public.is_excluded,
  public.account_standing, public.lock_account, public.self_exclude, public.released_address,
  public.refuse_excluded_session, public.hook_custom_access_token,
  public.list_sessions, public.end_session, public.end_old_sessions from public, anon, authenticated;
grant execute on function public.excluded_until, public.account_standing, public.self_exclude, public.list_sessions,
  public.end_session, public.end_old_sessions to service_role;
grant execute on function public.is_excluded to authenticated, service_role;
grant execute on function public.hook_custom_access_token to supabase_auth_admin;
