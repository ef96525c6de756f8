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
-- Accounts: profile, consents, change and proof of the e-mail address.

-- One row per user, created at sign-up (04_sign_up.sql). Users can read their row and change nothing: the address
-- follows the auth service, plan and credits belong to the server.
create table public.user_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (char_length(email) <= 320),
  email_verified_at timestamptz,
  -- Written by the ledger only (05_credits_ledger.sql).
  credits integer not null default 0 check (credits >= 0),
  plan text not null default 'free' check (plan in ('free', 'basic', 'premium')),
  last_email_change timestamptz,
  -- The date of birth is checked and not stored. This time is the only record of it.
  attested_21_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a token that was mailed to the address was first used. A confirmed address alone proves nothing where the auth service confirms
  -- addresses by itself.
  mailbox_proven_at timestamptz,
  -- Months of credits that were granted so far.
  granted_periods integer not null default 0 check (granted_periods >= 0),
  -- The session in which an account proved its mailbox for the first time. The page of that session
  -- says that another person may know the password.
  first_proof_session uuid,
  -- Sum of the ledger rows in the archive (25_history.sql).
  archived_credits integer not null default 0
);

create index user_profiles_next_grant on public.user_profiles
  (((created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)));
create index user_profiles_newest on public.user_profiles (created_at desc, user_id desc);

alter table public.user_profiles enable row level security;
revoke all on public.user_profiles from anon, authenticated, public;
grant select on public.user_profiles to authenticated;
grant all on public.user_profiles to service_role;
create policy "users read their own profile" on public.user_profiles
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.user_profiles as restrictive
  for all to authenticated using (not (select public.is_excluded()));

create function public.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger user_profiles_touch before update on public.user_profiles
  for each row execute function public.touch_updated_at();

-- Documents that a user accepted, with version and time. `terms` and `privacy` have the version that the form showed;
-- `age-21` is the attestation of the reservation.
create table public.consents (
  user_id uuid not null references auth.users (id) on delete cascade,
  document text not null check (document in ('terms', 'privacy', 'age-21')),
  version text not null check (char_length(version) between 1 and 40),
  accepted_at timestamptz not null,
  primary key (user_id, document, version)
);

alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated, service_role, public;
grant select on public.consents to authenticated, service_role;
create policy "users read their own consents" on public.consents
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.consents as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Whether an account may ask for a change of its e-mail to an address. The API asks before the auth service sends a mail.
-- An excluded address without an account is answered like any free one, as by `email_exists`: the exclusion is told to the
-- owner of the mailbox only, when the mailed link is opened.
-- @throws PT403 for an excluded account, and for an address that another account has; PT429 for a second change in 30 days
create function public.check_email_change(p_user uuid, p_email text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until(p_user);
begin
  if v_until is not null then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  if exists (select from public.user_profiles
    where user_id = p_user and last_email_change > now() - interval '720 hours') then
    raise exception 'Email can only be changed once per month' using errcode = 'PT429';
  end if;
  if exists (select from auth.users where id <> p_user and lower(email) = lower(btrim(p_email))) then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
end $$;

-- Refuses the change itself, because the browser calls the auth service directly. A request for one is not refused here:
-- the auth service has sent its mails by then, and a rollback would undo the time from which it counts a minute to the next.
create function public.limit_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- `release_address`: the account loses its address and stays excluded.
  if lower(new.email) is distinct from lower(old.email)
    and new.email is distinct from public.released_address(new.id) then
    perform public.check_email_change(new.id, new.email);
    if public.email_excluded_until(new.email) is not null then
      raise exception 'This address cannot be used' using errcode = 'PT403';
    end if;
  end if;
  return new;
end $$;

create trigger propsight_limit_email before update of email on auth.users
  for each row execute function public.limit_email_change();

-- Copies a changed address to the profile. `release_address` is not a change by the user and does not use up the month's.
create function public.follow_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    update public.user_profiles
      set email = new.email, email_verified_at = new.email_confirmed_at,
        last_email_change = case when new.email = public.released_address(new.id) then last_email_change else now() end
      where user_id = new.id;
  end if;
  return new;
end $$;

create trigger propsight_follow_email after update of email on auth.users
  for each row execute function public.follow_email_change();

-- Removes the password of an account whose address was never confirmed when another mail is requested for it. Its owner
-- asks for one if another person signed up with the address, whose password would work after the owner's proof. Only the
-- mail of the sign-up itself confirms the account with its password.
create function public.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.email_confirmed_at is null and coalesce(old.confirmation_token, '') <> ''
    and (coalesce(new.confirmation_token, '') not in ('', old.confirmation_token)
      or coalesce(new.recovery_token, '') not in ('', coalesce(old.recovery_token, ''))) then
    new.encrypted_password := '';
  end if;
  return new;
end $$;

create trigger propsight_forget_password before update of confirmation_token, recovery_token on auth.users
  for each row execute function public.forget_unproven_password();

-- Records that a token was used that had been mailed to the address, which proves access to the mailbox. Setting a new
-- password clears the tokens too and proves nothing, so changes of the password are ignored. At the first proof of an
-- account that was usable without one, sessions and pending changes are ended: another person may have signed up with the
-- address. The password stays, and the page of the session asks for a new one if its owner did not set it. Triggers fire in the order of
-- their names: this one after `propsight_follow_email`.
create function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
  v_is_new boolean := lower(new.email) is distinct from lower(old.email);
  v_proven boolean := case when v_is_new then lower(new.email) = lower(old.email_change) else v_came_back end;
begin
  if v_came_back and not v_is_new
    and exists (select from public.user_profiles where user_id = new.id and mailbox_proven_at is null) then
    if old.email_confirmed_at is not null then
      perform public.end_other_access(new.id);
    end if;
    -- The auth service creates the session in the same transaction.
    perform set_config('propsight.first_proof', new.id::text, true);
  end if;
  if v_is_new or v_proven then
    update public.user_profiles
      set mailbox_proven_at = case when v_proven then coalesce(case when not v_is_new then mailbox_proven_at end, now()) end
      where user_id = new.id;
  end if;
  if v_proven then
    update public.access_code_reservations set email_proven_at = now()
      where user_id = new.id and email = lower(new.email);
    -- Withheld at sign-up if an account of this address had been deleted before anybody proved the mailbox.
    if not public.was_closed(new.email) and exists (select from public.user_profiles where user_id = new.id) then
      perform public.grant_welcome(new.id);
    end if;
  end if;
  return new;
end $$;

create trigger propsight_prove_mailbox after update of email, recovery_token, confirmation_token on auth.users
  for each row execute function public.prove_mailbox();

-- Records the session that the first proof of a mailbox began.
create function public.record_first_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('propsight.first_proof', true) = new.user_id::text then
    update public.user_profiles set first_proof_session = new.id where user_id = new.user_id;
    perform set_config('propsight.first_proof', '', true);
  end if;
  return null;
end $$;

create trigger propsight_record_first_proof after insert on auth.sessions
  for each row execute function public.record_first_proof();

-- Limits the metadata that a user sets: it is part of each of the user's tokens. @throws PT413 above 4 kB
create function public.limit_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 4096 then
    raise exception 'The data of this account is too large' using errcode = 'PT413';
  end if;
  return new;
end $$;

create trigger propsight_limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function public.limit_user_metadata();

revoke execute on function public.touch_updated_at, public.check_email_change, public.limit_email_change,
  public.follow_email_change, public.forget_unproven_password, public.prove_mailbox, public.record_first_proof, public.limit_user_metadata
  from public, anon, authenticated;
grant execute on function public.check_email_change to service_role;
-- Access codes and their reservations: the places that a code has, and how a place is taken.
--
-- A reservation has three states. Open: no user yet, valid until `reserved_until`. Bound: it belongs to the account it
-- admitted, forever. Consumed: it is counted in `uses_count`. A bound reservation keeps its place; otherwise a code
-- could admit more accounts than it allows.
--
-- A reservation belongs to the request that made it: the sign-up repeats its secret. Several reservations of one address
-- can be open at once, each with its own place, so that none can be replaced by another client.

create table public.access_codes (
  code text primary key check (code ~ '^[\x21-\x7e]{1,64}$'),
  uses_count integer not null default 0 check (uses_count >= 0),
  max_uses integer not null default 1 check (max_uses between 1 and 1000000),
  expires_at timestamptz,
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  -- A deleted code admits nobody and its name is not reused. Accounts that it admitted are unaffected.
  deleted_at timestamptz,
  -- Idempotency key of the request that generated this code with others.
  batch_key uuid
);

create index access_codes_newest on public.access_codes (created_at desc, code desc) where deleted_at is null;
create index access_codes_by_name on public.access_codes (lower(code));
create index access_codes_by_batch on public.access_codes (batch_key) where batch_key is not null;

create table public.access_code_reservations (
  id bigint generated always as identity primary key,
  -- Null for an e-mail address that the operator privileged.
  code text references public.access_codes (code) on update cascade on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 254),
  attested_21_at timestamptz not null,
  reserved_until timestamptz not null,
  user_id uuid unique references auth.users (id) on delete cascade,
  consumed_at timestamptz check (consumed_at is null or user_id is not null),
  created_at timestamptz not null default now(),
  -- Version of the legal texts that were accepted; null if the request named none.
  legal_version date,
  -- SHA-256 of the secret that the sign-up repeats; null once it is bound. Also null for a reservation of the server
  -- itself or of an API of the previous release, which any sign-up of its address may use.
  secret_hash text check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of the e-mail address and the network address of the request; null if the network is unknown.
  network_hash text check (network_hash ~ '^[0-9a-f]{64}$'),
  -- When a token that was mailed to this address was used by the account.
  email_proven_at timestamptz
);

create index access_code_reservations_open_email on public.access_code_reservations (email)
  where user_id is null;
create index access_code_reservations_unconsumed on public.access_code_reservations (code)
  where consumed_at is null;

alter table public.access_codes enable row level security;
alter table public.access_code_reservations enable row level security;
revoke all on public.access_codes, public.access_code_reservations from anon, authenticated, public;
grant all on public.access_codes, public.access_code_reservations to service_role;

-- Takes the address from an excluded account that never proved its mailbox, with a token that was mailed to the address:
-- the exclusion may be the work of another person. The account stays excluded. The embedded service calls it after the
-- exclusion has refused a sign-in by link, which left the token unused.
-- @returns whether there was such an account
create function public.release_address(p_token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select u.id into v_user from auth.users u join public.user_profiles p on p.user_id = u.id
    where p_token <> '' and p_token in (u.recovery_token, u.confirmation_token) and p.mailbox_proven_at is null
      and public.excluded_until(u.id) is not null and public.email_excluded_until(u.email) is null
    for update of u;
  if v_user is null then
    return false;
  end if;
  update auth.users set email = public.released_address(id), email_change = '', recovery_token = '',
    confirmation_token = '' where id = v_user;
  return true;
end $$;

create function public.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where lower(email) = lower(btrim(p_email)));
$$;

-- Age is elapsed time in years of 365.25 days (specification 1, section 5).
-- @throws PT400 for a missing date and an age below 21
create function public.require_age_21(p_date_of_birth date) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_date_of_birth is null or p_date_of_birth < date '1900-01-01' then
    raise exception 'Please enter your date of birth' using errcode = 'PT400';
  end if;
  if extract(epoch from now() - p_date_of_birth::timestamp at time zone 'UTC') < 21 * 365.25 * 86400 then
    raise exception 'You must be 21 or older to create an account' using errcode = 'PT400';
  end if;
end $$;

-- SHA-256 of a text, as hexadecimal digits.
create function public.text_hash(p_text text) returns text
language sql immutable strict set search_path = '' as $$
  select encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
$$;

-- The requests of one network address for one e-mail address.
create function public.network_hash(p_email text, p_network text) returns text
language sql immutable strict set search_path = '' as $$
  select public.text_hash(lower(btrim(p_email)) || ' ' || p_network);
$$;

-- The open reservation that a request renews instead of taking another place: the one with its secret, or, after the
-- secret was lost, the one that the same network address made for the same code.
create function public.renewable_reservation(p_code text, p_email text, p_secret text, p_network text)
returns bigint
language sql stable security definer set search_path = '' as $$
  select id from public.access_code_reservations
    where email = p_email and user_id is null and (
      secret_hash is not distinct from public.text_hash(p_secret)
      or (code is not distinct from p_code and network_hash = public.network_hash(p_email, p_network)))
    order by secret_hash is not distinct from public.text_hash(p_secret) desc, reserved_until desc limit 1;
$$;

-- Creates a reservation or renews the one of this request, for 30 minutes. @returns its end
create function public.open_reservation(
  p_code text, p_email text, p_secret text default null, p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz := now() + interval '30 minutes';
begin
  update public.access_code_reservations
    set code = p_code, attested_21_at = now(), reserved_until = v_until,
      secret_hash = public.text_hash(p_secret), network_hash = public.network_hash(p_email, p_network)
    where id = public.renewable_reservation(p_code, p_email, p_secret, p_network) and user_id is null;
  if not found then
    insert into public.access_code_reservations
      (code, email, attested_21_at, reserved_until, secret_hash, network_hash)
      values (p_code, p_email, now(), v_until, public.text_hash(p_secret), public.network_hash(p_email, p_network));
  end if;
  return v_until;
end $$;

-- The stored code that a person typed, in any case; the exact one if codes differ by case only. Null if there is none.
create function public.stored_code(p_code text) returns text
language sql stable security definer set search_path = '' as $$
  select code from public.access_codes where lower(code) = lower(p_code) order by code = p_code desc limit 1;
$$;

-- Reserves a place of a code for an address. @throws PT400 if the code is invalid, expired, deleted or used up
create function public.reserve_access_code(
  p_code text, p_email text, p_date_of_birth date, p_secret text default null, p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_code public.access_codes;
  v_own bigint;
  v_held integer;
begin
  perform public.require_age_21(p_date_of_birth);
  -- The row lock serialises requests for the last place of a code.
  select * into v_code from public.access_codes where code = public.stored_code(p_code) for update;
  if not found or v_code.deleted_at is not null or v_code.expires_at <= now() then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  v_own := public.renewable_reservation(v_code.code, v_email, p_secret, p_network);
  select count(*) into v_held from public.access_code_reservations r
    where r.code = v_code.code and r.consumed_at is null
      and (r.user_id is not null or (r.reserved_until > clock_timestamp() and r.id is distinct from v_own));
  if v_code.uses_count + v_held >= v_code.max_uses then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  return public.open_reservation(v_code.code, v_email, p_secret, p_network);
end $$;

-- Reserves without a code. The server's configuration names the privileged addresses; the age rule applies to them too.
create function public.reserve_privileged(
  p_email text, p_date_of_birth date, p_secret text default null, p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_age_21(p_date_of_birth);
  return public.open_reservation(null, lower(btrim(p_email)), p_secret, p_network);
end $$;

-- Reserves a place with or without a code and stores the accepted version of the legal texts. An excluded address is
-- refused after the code was checked, so that only owners of a valid code learn about the exclusion.
-- @throws PT400 as the functions above, PT403 for an excluded address
create function public.reserve_place(
  p_code text, p_email text, p_date_of_birth date, p_legal_version date, p_secret text default null,
  p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_until timestamptz;
  v_excluded timestamptz;
begin
  if p_code is null then
    v_until := public.reserve_privileged(v_email, p_date_of_birth, p_secret, p_network);
  else
    v_until := public.reserve_access_code(p_code, v_email, p_date_of_birth, p_secret, p_network);
  end if;
  v_excluded := public.email_excluded_until(p_email);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  -- A request without a version keeps the stored one.
  update public.access_code_reservations set legal_version = coalesce(p_legal_version, legal_version)
    where id = public.renewable_reservation(public.stored_code(p_code), v_email, p_secret, p_network);
  return v_until;
end $$;

-- Marks the reservation of an account as used. Repeating it changes nothing.
create function public.consume_reservation(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
begin
  -- Locks the code before the reservation, as the reserving functions do.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where user_id = p_user) for update;
  update public.access_code_reservations set consumed_at = now()
    where user_id = p_user and consumed_at is null returning code into v_code;
  if v_code is not null then
    update public.access_codes set uses_count = uses_count + 1 where code = v_code;
  end if;
end $$;

-- The browser redeems its code after the sign-up. @throws PT400 if the account was not admitted by this code
create function public.redeem_access_code(p_user uuid, p_code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.access_code_reservations where user_id = p_user and lower(code) = lower(p_code);
  if not found then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  perform public.consume_reservation(p_user);
  return true;
end $$;

revoke execute on function public.release_address, public.email_exists, public.stored_code,
  public.require_age_21, public.text_hash, public.network_hash, public.renewable_reservation, public.open_reservation,
  public.reserve_access_code, public.reserve_privileged, public.reserve_place, public.consume_reservation,
  public.redeem_access_code from public, anon, authenticated;
grant execute on function public.email_exists, public.reserve_access_code, public.reserve_privileged,
  public.reserve_place, public.redeem_access_code to service_role;
-- Sign-up: no account without a reservation, whether by password, by mailed link or by a call of an administrator. The
-- triggers on `auth.users` enforce it. The hook gives the reason to clients of the hosted auth service.

grant usage on schema public to supabase_auth_admin;

-- The reservation that a sign-up with this secret uses; null if there is none. Prefers the one with the secret.
create function public.reservation_for(p_email text, p_secret text) returns bigint
language sql stable security definer set search_path = '' as $$
  select id from public.access_code_reservations
    where email = lower(p_email) and user_id is null and reserved_until > now()
      and (secret_hash is null or secret_hash = public.text_hash(p_secret))
    order by secret_hash is null, reserved_until desc limit 1;
$$;

create function public.has_open_reservation(p_email text, p_secret text default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.reservation_for(p_email, p_secret) is not null;
$$;

-- Requires a reservation with the secret of the sign-up. Clients send it as `reservation` in the user's metadata, from
-- which it is removed; the embedded auth service passes it as a setting, because it ignores the metadata of a link.
create function public.require_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_excluded timestamptz := public.email_excluded_until(new.email);
  v_reservation bigint := public.reservation_for(new.email,
    coalesce(new.raw_user_meta_data ->> 'reservation', current_setting('propsight.reservation', true)));
begin
  if new.email is null or v_reservation is null then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'reservation';
  -- For `welcome_user`, which binds it once the row of the account exists.
  perform set_config('propsight.reservations', (coalesce(nullif(current_setting('propsight.reservations', true), ''),
    '{}')::jsonb || jsonb_build_object(new.id, v_reservation))::text, true);
  return new;
end $$;

create trigger propsight_gate before insert on auth.users
  for each row execute function public.require_reservation();

-- Grants the 20 welcome credits once per account.
create function public.grant_welcome(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Checked first: `on conflict` would raise the balance in the trigger before it skips the row.
  if not exists (select from public.credit_ledger where user_id = p_user and idempotency_key = 'welcome'
    union all select from public.archived_ledger where user_id = p_user and idempotency_key = 'welcome') then
    insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      values (p_user, 20, 0, 'welcome', 'welcome');
  end if;
end $$;

-- Binds the reservation to the new account and creates the profile, the consents and the 20 welcome credits. They are
-- withheld if an account of this address was deleted within a year (11_account_deletion.sql).
create function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_reservation bigint := (current_setting('propsight.reservations')::jsonb ->> new.id::text)::bigint;
  v_attested timestamptz;
  v_legal date;
  v_network_hash text;
begin
  -- Compares with the time after locking the code. A reservation that expires at this moment goes either to this
  -- account or to the next request, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where id = v_reservation and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id, secret_hash = null
    where id = v_reservation and email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
    returning attested_21_at, legal_version, network_hash into v_attested, v_legal, v_network_hash;
  if not found then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  insert into public.user_profiles (user_id, email, email_verified_at, attested_21_at)
    values (new.id, new.email, new.email_confirmed_at, v_attested);
  insert into public.consents (user_id, document, version, accepted_at)
    select new.id, document, version, v_attested
      from (values ('age-21', '1'), ('terms', v_legal::text), ('privacy', v_legal::text)) as given (document, version)
      where version is not null;
  if not public.was_closed(new.email) and not public.was_closed_on_network(v_network_hash) then
    perform public.grant_welcome(new.id);
  end if;
  return new;
end $$;

create trigger propsight_welcome after insert on auth.users
  for each row execute function public.welcome_user();

-- Counts the place as used at the first sign-in with a confirmed address, if the browser did not redeem the code.
create function public.consume_on_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null and new.last_sign_in_at is not null then
    perform public.consume_reservation(new.id);
  end if;
  if new.email_confirmed_at is distinct from old.email_confirmed_at then
    update public.user_profiles set email_verified_at = new.email_confirmed_at where user_id = new.id;
  end if;
  return new;
end $$;

create trigger propsight_consume after update of last_sign_in_at, email_confirmed_at on auth.users
  for each row execute function public.consume_on_sign_in();

create function public.hook_before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := coalesce(event -> 'user' ->> 'email', '');
  v_secret text := event #>> '{user,user_metadata,reservation}';
  v_excluded timestamptz := public.email_excluded_until(v_email);
begin
  if not public.has_open_reservation(v_email, v_secret) then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', 'Access code required for new accounts'));
  end if;
  if v_excluded is not null then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', public.exclusion_sentence(v_excluded)));
  end if;
  return '{}'::jsonb;
end $$;

revoke execute on function public.reservation_for, public.has_open_reservation, public.require_reservation,
  public.grant_welcome, public.welcome_user, public.consume_on_sign_in, public.hook_before_user_created
  from public, anon, authenticated;
grant execute on function public.hook_before_user_created to supabase_auth_admin;
-- Credits. Each change of a balance is one ledger row with a reason and an idempotency key. `user_profiles.credits`
-- changes in the same transaction and in no other way, so the balance is always the sum of the user's rows: those of this
-- table, and `user_profiles.archived_credits` for those that were moved (25_history.sql).

create table public.credit_ledger (
  id bigint generated always as identity primary key,
  -- Null after the account was deleted.
  user_id uuid references public.user_profiles (user_id) on delete set null,
  delta integer not null,
  -- Computed by the trigger; the inserted value is ignored.
  balance_after integer not null check (balance_after >= 0),
  reason text not null check (reason in
    ('welcome', 'hold', 'capture', 'release', 'grant', 'adjustment', 'refund')),
  run_id uuid,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  -- Reason that an administrator gave.
  note text check (char_length(note) between 1 and 500),
  unique (user_id, idempotency_key),
  constraint credit_ledger_delta_check check (case reason when 'hold' then delta <= 0
    when 'capture' then delta = 0 when 'release' then delta >= 0 when 'refund' then delta >= 0
    when 'adjustment' then true else delta > 0 end),
  constraint credit_ledger_run_check check (case when user_id is null then run_id is null
    else (run_id is not null) = (reason in ('hold', 'capture', 'release', 'refund')) end)
);

-- A hold ends once: captured or released.
create unique index credit_ledger_settled_once on public.credit_ledger (run_id)
  where reason in ('capture', 'release');
create index credit_ledger_by_user on public.credit_ledger (user_id, id desc);

alter table public.credit_ledger enable row level security;
revoke all on public.credit_ledger from anon, authenticated, service_role, public;
grant select on public.credit_ledger to authenticated;
grant select on public.credit_ledger to service_role;
create policy "users read their own ledger" on public.credit_ledger
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.credit_ledger as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Changes the balance under the row lock of the profile and stores the result in the ledger row. The unique key of a row
-- that was moved is checked here where it is not that of a run.
create function public.apply_ledger_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set credits = credits + new.delta
    where user_id = new.user_id returning credits into new.balance_after;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  if new.reason in ('welcome', 'adjustment', 'refund') and exists (select from public.archived_ledger
    where user_id = new.user_id and idempotency_key = new.idempotency_key)
  then
    raise exception 'This key was used' using errcode = 'unique_violation';
  end if;
  return new;
end $$;

create trigger credit_ledger_apply before insert on public.credit_ledger
  for each row execute function public.apply_ledger_row();

-- Ledger rows are immutable, with two exceptions: the rows of a deleted account are anonymised (user, run, note and key
-- go), and a row of which the archive has an identical copy is deleted.
create function public.keep_ledger_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null
    and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and not exists (select from public.user_profiles where user_id = old.user_id)
  then
    new.run_id := null;
    new.note := null;
    new.idempotency_key := 'closed:' || old.id;
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'credit_ledger' and exists (select from public.archived_ledger a
    where a.id = old.id and a.created_at = old.created_at and to_jsonb(a) = to_jsonb(old))
  then
    return old;
  end if;
  raise exception 'Ledger rows are not changed; write another one' using errcode = 'PT403';
end $$;

create trigger credit_ledger_keep before update or delete on public.credit_ledger
  for each row execute function public.keep_ledger_rows();

-- Rejects direct changes of a balance. Trigger depth 1 is a statement on the profile itself; the ledger's own update
-- has depth 2.
create function public.guard_credits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.credits <> 0 then
    raise exception 'A profile starts with no credits; the ledger adds them' using errcode = 'PT403';
  end if;
  if tg_op = 'UPDATE' and new.credits <> old.credits and pg_trigger_depth() < 2 then
    raise exception 'Credits change through the ledger only' using errcode = 'PT403';
  end if;
  return new;
end $$;

create trigger user_profiles_guard_credits before insert or update on public.user_profiles
  for each row execute function public.guard_credits();

-- Credits per month of each plan. The only place with these amounts.
create function public.plan_credits(p_plan text) returns integer
language sql immutable set search_path = '' as $$
  select case p_plan when 'free' then 20 when 'basic' then 100 when 'premium' then 500 end;
$$;

-- Grants the next due month to at most `p_limit` users, one month each. Month n of an account begins n months after its
-- creation, in UTC, on the last day of a month that is too short. Users whose profile is locked by another call are
-- left to a later call.
-- @returns how many users were processed; repeat until 0
create function public.grant_monthly_credits(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
  v_settled integer := 0;
begin
  for v_due in
    select user_id, plan, granted_periods + 1 as period from public.user_profiles
      where (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
        <= p_now at time zone 'UTC'
      order by (created_at at time zone 'UTC') + make_interval(months => granted_periods + 1)
      limit least(greatest(p_limit, 0), 1000) for update skip locked
  loop
    -- Checked first: `on conflict` would raise the balance in the trigger before it skips the row.
    if not exists (select from public.credit_ledger
      where user_id = v_due.user_id and idempotency_key = 'grant:' || v_due.period)
    then
      insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        values (v_due.user_id, public.plan_credits(v_due.plan), 0, 'grant', 'grant:' || v_due.period);
    end if;
    update public.user_profiles set granted_periods = v_due.period where user_id = v_due.user_id;
    v_settled := v_settled + 1;
  end loop;
  return v_settled;
end $$;

revoke execute on function public.apply_ledger_row, public.keep_ledger_rows, public.guard_credits,
  public.plan_credits, public.grant_monthly_credits from public, anon, authenticated;
grant execute on function public.plan_credits, public.grant_monthly_credits to service_role;
-- Runs: paid analyses and their holds, and the daily limit that users set themselves.
--
-- The cost of a run is held at its start, captured when its lines or the rows of its picture are delivered, and released
-- otherwise.
-- Lock order: account, then runs or picks, then profile.

create table public.runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  feature text not null check (char_length(feature) between 1 and 40),
  category text not null check (char_length(category) between 1 and 80),
  cost integer not null check (cost between 0 and 100),
  idempotency_key uuid not null,
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  release_reason text check (char_length(release_reason) <= 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state = 'held'))
);

-- A key pays once. A released run paid nothing, so its key may start another one.
create unique index runs_paid_once on public.runs (user_id, idempotency_key) where state <> 'released';
create index runs_by_key on public.runs (user_id, idempotency_key);
create index runs_open_holds on public.runs (expires_at) where state = 'held';
create index runs_by_day on public.runs (user_id, created_at) where state <> 'released';

alter table public.runs enable row level security;
revoke all on public.runs from anon, authenticated, service_role, public;
grant select on public.runs to authenticated;
grant select on public.runs to service_role;
create policy "users read their own runs" on public.runs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.runs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- What a run delivered, written in the transaction that captures it: the players of its lines, or the picture and its
-- rows. Everything else of the run is served for these only. Deleted when the run has expired.
create table public.run_deliveries (
  run_id uuid primary key references public.runs (id) on delete cascade,
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  expires_at timestamptz not null,
  -- SHA-256 of the picture of an image run, in hex.
  picture text check (picture ~ '^[0-9a-f]{64}$'),
  -- JSON lists: `[name, team, group]` of each player of the lines, `[name, market]` of each row of the picture.
  covers text[] not null check (cardinality(covers) between 1 and 5000 and octet_length(covers::text) <= 2097152),
  -- `[name, market]` of the rows that the user corrected or added.
  additions text[] not null default '{}' check (octet_length(additions::text) <= 262144),
  delivered_at timestamptz not null default now(),
  -- The row of the review that each addition belongs to, as the client names it.
  addition_rows text[] not null default '{}' check (octet_length(addition_rows::text) <= 262144),
  constraint run_deliveries_addition_rows check (cardinality(addition_rows) = cardinality(additions))
);

create index run_deliveries_expired on public.run_deliveries (expires_at);
create index run_deliveries_by_user on public.run_deliveries (user_id);

alter table public.run_deliveries enable row level security;
revoke all on public.run_deliveries from anon, authenticated, service_role, public;
grant select on public.run_deliveries to service_role;

-- Daily limits: credits that a user allows themselves in any 24 hours. A lower limit applies at once. A higher limit,
-- or its removal, applies after 24 hours.
create table public.daily_limits (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  credit_limit integer check (credit_limit between 0 and 1000),
  -- Applies from `pending_from` on; null means no limit then.
  pending_limit integer check (pending_limit between 0 and 1000),
  pending_from timestamptz,
  changed_at timestamptz not null default now(),
  check (pending_from is not null or pending_limit is null)
);

alter table public.daily_limits enable row level security;
revoke all on public.daily_limits from anon, authenticated, service_role, public;
grant select on public.daily_limits to service_role;

-- The limit that applies now; null if there is none.
create function public.daily_limit(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when pending_from <= now() then pending_limit else credit_limit end
    from public.daily_limits where user_id = p_user;
$$;

-- Credits held or captured in the last 24 hours. Released holds and refunded runs do not count.
create function public.credits_used_today(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cost), 0)::integer from public.runs r
    where user_id = p_user and state in ('held', 'captured') and created_at > now() - interval '24 hours'
      and not exists (select from public.credit_ledger
        where user_id = p_user and idempotency_key = 'refund:' || r.id);
$$;

-- @throws PT400 for a limit outside 0 to 1000, PT404 without a profile
create function public.set_daily_limit(p_user uuid, p_limit int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.daily_limits;
  v_now integer;
  v_from timestamptz;
begin
  if p_limit not between 0 and 1000 then
    raise exception 'A limit lies between 0 and 1000 credits' using errcode = 'PT400';
  end if;
  perform from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  select * into v_row from public.daily_limits where user_id = p_user;
  v_now := public.daily_limit(p_user);
  if v_now is not null and (p_limit is null or p_limit > v_now) then
    -- Repeating a request, or lowering a pending limit, does not restart the 24 hours.
    v_from := case
      when v_row.pending_from > now()
        and (v_row.pending_limit is null or p_limit <= v_row.pending_limit) then v_row.pending_from
      else now() + interval '24 hours' end;
  end if;
  insert into public.daily_limits (user_id, credit_limit, pending_limit, pending_from)
    values (p_user, case when v_from is null then p_limit else v_now end,
      case when v_from is null then null else p_limit end, v_from)
    on conflict (user_id) do update set credit_limit = excluded.credit_limit,
      pending_limit = excluded.pending_limit, pending_from = excluded.pending_from, changed_at = now();
end $$;

-- Limit, use and consents of an account, as `GET /api/account/rights` returns them.
create function public.account_rights(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'limit', public.daily_limit(p_user),
    'used', public.credits_used_today(p_user),
    'mailboxProven', exists (select from public.user_profiles where user_id = p_user and mailbox_proven_at is not null),
    'pending', (select jsonb_build_object('limit', pending_limit, 'from', pending_from)
      from public.daily_limits where user_id = p_user and pending_from > now()),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('document', document, 'version', version,
        'acceptedAt', accepted_at) order by accepted_at, document), '[]'::jsonb)
      from public.consents where user_id = p_user));
$$;

-- The run whose charge keeps a board of quick mode open: on all devices of the account, for ten minutes (FREE_BOARD_MS).
create function public.open_board(p_user uuid, p_feature text, p_category text) returns public.runs
language sql stable security definer set search_path = '' as $$
  select * from public.runs
    where p_feature = 'quick' and user_id = p_user and feature = 'quick' and category = p_category and state = 'captured'
      and created_at > now() - interval '1 day' and settled_at > now() - interval '10 minutes' and expires_at > now()
    order by settled_at desc limit 1;
$$;

-- Holds the cost of a run. Repeating a key returns its run instead of starting another one. So does a board that is open.
-- @throws PT400 invalid duration, PT402 not enough credits, PT403 excluded, PT404 no profile, PT409 the key belongs to
-- another or an ended run, PT429 daily limit
create function public.start_run(
  p_user uuid, p_feature text, p_category text, p_cost int, p_key uuid, p_ttl_seconds int
) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  v_credits integer;
  v_limit integer;
  v_excluded timestamptz;
  v_run public.runs;
begin
  if p_ttl_seconds is null or p_ttl_seconds not between 1 and 86400 then
    raise exception 'A run lasts between a second and a day' using errcode = 'PT400';
  end if;
  -- Releases an expired hold of this key before locking the profile: lock order is run, then profile.
  perform public.close_hold(id, 'released', 'expired') from public.runs
    where user_id = p_user and idempotency_key = p_key and state = 'held' and expires_at <= now();
  -- The lock of the profile serialises the starts of one user, so a repeated key finds its first run.
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  v_excluded := public.excluded_until(p_user);
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  select * into v_run from public.runs where user_id = p_user and idempotency_key = p_key
    order by state = 'released', created_at desc limit 1;
  if found then
    if (v_run.feature, v_run.category, v_run.cost) is distinct from (p_feature, p_category, p_cost) then
      raise exception 'This key was used for another run' using errcode = 'PT409';
    end if;
    if v_run.state = 'captured' and v_run.expires_at <= now() then
      raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
    end if;
    if v_run.state <> 'released' then
      return v_run;
    end if;
  elsif exists (select from public.archived_runs
    where user_id = p_user and idempotency_key = p_key and state = 'captured')
  then
    raise exception 'This analysis has ended. Start a new one.' using errcode = 'PT409';
  end if;
  v_run := public.open_board(p_user, p_feature, p_category);
  if v_run.id is not null then
    return v_run;
  end if;
  -- Checked before the balance: otherwise a user might buy credits that the limit does not let them spend.
  v_limit := public.daily_limit(p_user);
  if p_cost > 0 and public.credits_used_today(p_user) + p_cost > v_limit then
    raise exception 'You have reached your daily limit of % credits.', v_limit using errcode = 'PT429';
  end if;
  if v_credits < p_cost then
    raise exception '%', case v_credits when 0 then 'No credits remaining' else 'Not enough credits' end
      using errcode = 'PT402';
  end if;
  insert into public.runs (user_id, feature, category, cost, idempotency_key, expires_at)
    values (p_user, p_feature, p_category, p_cost, p_key, now() + make_interval(secs => p_ttl_seconds))
    returning * into v_run;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (p_user, -p_cost, 0, 'hold', v_run.id, 'hold:' || v_run.id);
  return v_run;
end $$;

-- Ends the hold of a run, with one ledger row. @returns false if it has already ended
create function public.close_hold(p_run uuid, p_state text, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
begin
  update public.runs set state = p_state, release_reason = left(p_reason, 200), settled_at = now()
    where id = p_run and state = 'held' returning * into v_run;
  if not found then
    return false;
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, run_id, idempotency_key)
    values (v_run.user_id, case p_state when 'released' then v_run.cost else 0 end, 0,
      case p_state when 'released' then 'release' else 'capture' end, v_run.id, 'settle:' || v_run.id);
  return true;
end $$;

create function public.release_run(p_run uuid, p_reason text) returns boolean
language sql security definer set search_path = '' as $$
  select public.close_hold(p_run, 'released', p_reason);
$$;

-- Records what a run delivers and captures its hold, both or neither. The response may be sent only if the result is not null.
-- A run that delivers again keeps its charge; the players of both deliveries are covered. A run whose board another run
-- opened meanwhile, such as that of a second device, gets its credits back and is usable like it.
-- @param p_picture SHA-256 of the picture of an image run; null for lines
-- @returns 'captured' if this delivery is charged, else 'repeated'; null if the run is of another user, has expired or was
-- released
-- @throws PT400 a picture for a run of lines or the reverse, PT409 another picture than the run's
create function public.deliver_run(p_run uuid, p_user uuid, p_picture text, p_covers text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_open public.runs;
begin
  select * into v_run from public.runs where id = p_run and user_id = p_user for update;
  if not found or v_run.state = 'released' or v_run.expires_at <= now() then
    return null;
  end if;
  if v_run.feature not in ('quick', 'ai', 'image') or (v_run.feature = 'image') <> (p_picture is not null) then
    raise exception 'This run delivers something else' using errcode = 'PT400';
  end if;
  if exists (select from public.run_deliveries where run_id = p_run and picture <> p_picture) then
    raise exception 'This run has read its picture. Another picture needs another run.' using errcode = 'PT409';
  end if;
  insert into public.run_deliveries as d (run_id, user_id, expires_at, picture, covers)
    values (p_run, p_user, v_run.expires_at, p_picture, p_covers)
    on conflict (run_id) do update
      set covers = (select array_agg(distinct c) from unnest(d.covers || excluded.covers) c);
  if v_run.state = 'captured' then
    return 'repeated';
  end if;
  -- The lock of the profile orders the deliveries of two devices: the second one finds the charge of the first. The row
  -- inserted above holds a key share of the profile, with which `for update` would wait for that of the other delivery.
  perform from public.user_profiles where user_id = p_user for no key update;
  v_open := public.open_board(p_user, v_run.feature, v_run.category);
  perform public.close_hold(p_run, 'captured', null);
  if v_open.id is null then
    return 'captured';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
    values (p_user, v_run.cost, 0, 'refund', 'The board was open on another device', p_run, 'refund:' || p_run);
  -- The board stays open no longer than by the charge.
  update public.runs set settled_at = v_open.settled_at where id = p_run;
  return 'repeated';
end $$;

-- Adds corrected rows to the run of a picture: up to half the number of its rows, and at least five. Up to three
-- corrections of one row count once, since a name or market is often corrected in steps. One market of each row that was
-- read without a market (`[name, ""]`) does not count: the user has to choose it.
-- @param p_row_ids the row that each addition belongs to, as the client names it; null for a row of its own
-- @returns false if the run has no picture or the additions would exceed the limit; nothing is added then
create function public.add_run_rows(p_run uuid, p_user uuid, p_rows text[], p_row_ids text[] default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery public.run_deliveries;
  v_additions text[];
  v_rows text[];
  v_spent integer;
  v_completed integer;
begin
  select * into v_delivery from public.run_deliveries
    where run_id = p_run and user_id = p_user and picture is not null and expires_at > now() for update;
  if not found then
    return false;
  end if;
  select coalesce(array_agg(key order by at), '{}'), coalesce(array_agg(row_id order by at), '{}')
    into v_additions, v_rows
    from (select distinct on (key) key, row_id, at from (
        select key, row_id, at from unnest(v_delivery.additions, v_delivery.addition_rows) with ordinality
          as kept (key, row_id, at)
        union all
        select key, coalesce(row_id, key), 100000 + at from unnest(p_rows, p_row_ids) with ordinality
          as given (key, row_id, at) where key <> all (v_delivery.covers)
      ) as listed order by key, at) as additions;
  select coalesce(sum((corrections + 2) / 3), 0) into v_spent
    from (select count(*) as corrections from unnest(v_rows) as row_id group by row_id) as corrected;
  select count(*) into v_completed from unnest(v_delivery.covers) as c
    where c like '%,""]' and c in (select regexp_replace(a, ',"[^"]*"]$', ',""]') from unnest(v_additions) as a);
  if v_spent - v_completed > greatest(5, (cardinality(v_delivery.covers) + 1) / 2) then
    return false;
  end if;
  update public.run_deliveries set additions = v_additions, addition_rows = v_rows where run_id = p_run;
  return true;
end $$;

-- A run that may still be used (held or captured, and not expired), with what it delivered. Null if there is none.
create function public.live_run_scope(p_run uuid, p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(r) || jsonb_build_object('picture', d.picture, 'covers', coalesce(d.covers, '{}'),
      'additions', coalesce(d.additions, '{}'))
    from public.runs r left join public.run_deliveries d on d.run_id = r.id
    where r.id = p_run and r.user_id = p_user and r.state in ('held', 'captured') and r.expires_at > now();
$$;

-- Releases up to 500 expired holds, and deletes the deliveries of up to 5000 expired runs. @returns how many were released
create function public.sweep_runs() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_released integer := 0;
begin
  -- Ordered by user, so that two sweeps lock profiles in the same order. Locked rows are being closed elsewhere.
  for v_id in
    select id from public.runs where state = 'held' and expires_at <= now()
    order by user_id limit 500 for update skip locked
  loop
    if public.close_hold(v_id, 'released', 'expired') then
      v_released := v_released + 1;
    end if;
  end loop;
  delete from public.run_deliveries where run_id in (
    select run_id from public.run_deliveries where expires_at <= now() limit 5000 for update skip locked);
  return v_released;
end $$;

revoke execute on function public.daily_limit, public.credits_used_today, public.set_daily_limit,
  public.account_rights, public.open_board, public.start_run, public.close_hold, public.release_run, public.deliver_run,
  public.add_run_rows, public.live_run_scope, public.sweep_runs from public, anon, authenticated;
grant execute on function public.set_daily_limit, public.account_rights, public.start_run, public.release_run,
  public.deliver_run, public.add_run_rows, public.live_run_scope, public.sweep_runs to service_role;
-- Saved picks. Users read and write their own rows directly from the browser, so the database limits their number (1000),
-- their size (16 MB), the writes per hour (10,000 rows, 32 MB) and their lifetime (20 hours).

-- Whether a text can be shown on a card. False for serialised objects and lists: a browser turns an object into
-- '[object Object]', and the data service stores it as JSON.
create function public.is_plain_text(p_text text) returns boolean
language sql immutable set search_path = '' as $$
  select p_text is null or (position('[object ' in p_text) = 0
    and not (p_text ~ '^\s*(\{\s*["}]|\[\s*(["{[\]]|-?\d))' and p_text ~ '[\]}]\s*$'));
$$;

create table public.my_picks (
  id text not null check (id ~ '^pick_\d{10,16}_?[a-z0-9]{4,24}$'),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  player_name text not null check (char_length(player_name) between 1 and 120),
  confidence numeric(12, 4) check (confidence between 0 and 100),
  projected_stat_line text check (char_length(projected_stat_line) <= 200),
  betting_line numeric(12, 4) check (betting_line between 0 and 10000),
  projected_total numeric(12, 4) check (projected_total between -10000 and 10000),
  betting_recommendation text check (betting_recommendation in ('OVER', 'UNDER')),
  reasoning text check (char_length(reasoning) <= 4000),
  sport text not null check (sport in ('MLB', 'NBA', 'WNBA', 'NFL')),
  original_stats text check (char_length(original_stats) <= 2000),
  weather_data jsonb check (octet_length(weather_data::text) <= 16384),
  injury_impact text check (char_length(injury_impact) <= 2000),
  recent_form text check (char_length(recent_form) <= 2000),
  over_hit_percentage numeric(12, 4) check (over_hit_percentage between 0 and 100),
  defensive_analysis text check (char_length(defensive_analysis) <= 4000),
  advanced_analytics jsonb check (octet_length(advanced_analytics::text) <= 32768),
  actual_averages jsonb check (octet_length(actual_averages::text) <= 8192),
  pick jsonb check (octet_length(pick::text) <= 65536),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '20 hours',
  -- Bytes of the texts and of the JSON, uncompressed: what a list of the picks transfers. Computed by a trigger.
  size_bytes integer not null default 0,
  primary key (user_id, id),
  check (expires_at <= created_at + interval '20 hours')
);

-- Not valid: rows older than this check were not tested and expire within a day.
alter table public.my_picks add constraint my_picks_plain_texts check (
  public.is_plain_text(player_name) and player_name ~ '\S' and public.is_plain_text(projected_stat_line)
  and public.is_plain_text(reasoning) and public.is_plain_text(original_stats)
  and public.is_plain_text(injury_impact) and public.is_plain_text(recent_form)
  and public.is_plain_text(defensive_analysis)
) not valid;

comment on table public.my_picks is 'Users write their own rows.';

create index my_picks_newest on public.my_picks (user_id, created_at desc);
create index my_picks_expiry on public.my_picks (user_id, expires_at);
create index my_picks_expired on public.my_picks (expires_at);

alter table public.my_picks enable row level security;
revoke all on public.my_picks from anon, authenticated, public;
grant select, insert, update, delete on public.my_picks to authenticated;
grant all on public.my_picks to service_role;
-- Expired picks are visible to no query of a user.
create policy "users read their own picks" on public.my_picks
  for select to authenticated using ((select auth.uid()) = user_id and expires_at > now());
create policy "users add their own picks" on public.my_picks
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own picks" on public.my_picks
  for update to authenticated using ((select auth.uid()) = user_id and expires_at > now())
  with check ((select auth.uid()) = user_id);
create policy "users delete their own picks" on public.my_picks
  for delete to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.my_picks as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- The clock of a browser may be ahead: its times are cut to the allowed range instead of refusing the pick. Also
-- computes the size.
create function public.bound_pick_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := least(coalesce(new.created_at, now()), now());
  new.expires_at := least(coalesce(new.expires_at, 'infinity'), new.created_at + interval '20 hours');
  new.size_bytes := octet_length(concat(new.player_name, new.projected_stat_line, new.reasoning, new.original_stats,
    new.weather_data::text, new.injury_impact, new.recent_form, new.defensive_analysis,
    new.advanced_analytics::text, new.actual_averages::text, new.pick::text));
  return new;
end $$;

create trigger my_picks_bound_times before insert or update on public.my_picks
  for each row execute function public.bound_pick_times();

-- Writes of picks by each user in the current hour: inserted, changed and deleted rows, and their size.
create table public.pick_writes (
  user_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  hour timestamptz not null,
  written_rows integer not null,
  written_bytes bigint not null
);

alter table public.pick_writes enable row level security;
revoke all on public.pick_writes from anon, authenticated, service_role, public;
grant select on public.pick_writes to service_role;

-- Counts writes of a user. @throws PT429 above 10,000 rows or 32 MB in an hour
create function public.count_pick_writes(p_user uuid, p_rows integer, p_bytes bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_rows integer;
  v_bytes bigint;
begin
  -- The lock order is picks, then profile. Parallel writes of a user see each other.
  perform from public.user_profiles where user_id = p_user for update;
  if not found then
    return;
  end if;
  insert into public.pick_writes as w (user_id, hour, written_rows, written_bytes)
    values (p_user, v_hour, p_rows, p_bytes)
    on conflict (user_id) do update set hour = v_hour,
      written_rows = excluded.written_rows + case when w.hour = v_hour then w.written_rows else 0 end,
      written_bytes = excluded.written_bytes + case when w.hour = v_hour then w.written_bytes else 0 end
    returning written_rows, written_bytes into v_rows, v_bytes;
  if v_rows > 10000 or v_bytes > 33554432 then
    raise exception 'Too many changes of your picks within an hour. Try again later.' using errcode = 'PT429';
  end if;
end $$;

-- Checks number and size after the statement and under the lock of the profile, so that parallel saves see each other.
-- Expired picks count too, and are deleted to make room.
-- @throws PT409 for more than 1000 picks, PT413 for more than 16 MB
create function public.limit_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_rows integer;
  v_written bigint;
  v_live integer;
  v_all integer;
  v_bytes bigint;
begin
  for v_user, v_rows, v_written in
    select user_id, count(*), sum(size_bytes) from saved group by user_id order by user_id
  loop
    perform public.count_pick_writes(v_user, v_rows, v_written);
    select count(*) filter (where expires_at > now()), count(*), sum(size_bytes) into v_live, v_all, v_bytes
      from public.my_picks where user_id = v_user;
    if v_live > 1000 then
      raise exception 'At most 1000 picks can be kept at a time' using errcode = 'PT409';
    end if;
    -- Users cannot see expired picks and so cannot delete them to make room.
    if v_all > 1000 or v_bytes > 16777216 then
      delete from public.my_picks where user_id = v_user and expires_at <= now();
      select sum(size_bytes) into v_bytes from public.my_picks where user_id = v_user;
    end if;
    if v_bytes > 16777216 then
      raise exception 'Your picks take up more than 16 MB. Delete some of them first.' using errcode = 'PT413';
    end if;
  end loop;
  return null;
end $$;

create trigger my_picks_limit_inserts after insert on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();

-- An update may extend a pick that had expired.
create trigger my_picks_limit_updates after update on public.my_picks
  referencing new table as saved for each statement execute function public.limit_picks();

-- Refuses a statement of a user whose writes of the hour are used up before it writes a row: rows that are written and
-- undone take up space until the next vacuum. @throws PT429
create function public.refuse_spent_writes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.pick_writes where user_id = (select auth.uid()) and hour = date_trunc('hour', now())
      and (written_rows >= 10000 or written_bytes >= 33554432)) then
    raise exception 'Too many changes of your picks within an hour. Try again later.' using errcode = 'PT429';
  end if;
  return null;
end $$;

create trigger my_picks_refuse_spent before insert or update on public.my_picks
  for each statement execute function public.refuse_spent_writes();

-- Deletes at most `p_limit` expired picks of all users. @returns how many; repeat until 0
create function public.purge_expired_picks(p_limit int) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.my_picks where (user_id, id) in (
    select user_id, id from public.my_picks where expires_at <= now()
    order by user_id, id limit least(greatest(p_limit, 0), 1000) for update skip locked);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- The procedures of specification 1, section 7. Both run with the privileges of the user.

-- First number of a text: 24.5 for '24.5 hits, 3 more'; null for a text without a number.
create function public.first_number(p_text text) returns numeric
language sql immutable set search_path = '' as $$
  select substring(left(p_text, 200) from '-?\d{1,9}(?:\.\d{1,6})?')::numeric;
$$;

create function public.get_user_pick_count() returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from public.my_picks
    where user_id = (select auth.uid()) and expires_at > now();
$$;

-- @throws PT401 without a session, PT400 for an argument that a card cannot show
create function public.add_pick(
  p_player_name text, p_confidence text default null, p_reasoning text default null,
  p_sport text default 'MLB', p_projected_stat_line text default null, p_betting_line text default null,
  p_projected_total text default null, p_betting_recommendation text default null,
  p_original_stats text default null, p_weather_data jsonb default null,
  p_injury_impact text default null, p_defensive_analysis text default null
) returns text
language plpgsql security invoker set search_path = '' as $$
declare
  v_id text := 'pick_' || (extract(epoch from clock_timestamp()) * 1000)::bigint || '_'
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
  v_name text;
  v_text text;
begin
  if (select auth.uid()) is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
  end if;
  if coalesce(p_player_name !~ '\S', true) then
    raise exception 'A pick needs a player name' using errcode = 'PT400';
  end if;
  for v_name, v_text in select * from (values
    ('player name', p_player_name), ('confidence', p_confidence), ('reasoning', p_reasoning), ('sport', p_sport),
    ('projected stat line', p_projected_stat_line), ('betting line', p_betting_line),
    ('projected total', p_projected_total), ('betting recommendation', p_betting_recommendation),
    ('original stats', p_original_stats), ('injury impact', p_injury_impact),
    ('defensive analysis', p_defensive_analysis)) as given (name, value)
  loop
    if not public.is_plain_text(v_text) then
      raise exception 'A pick needs its % as plain text', v_name using errcode = 'PT400';
    end if;
  end loop;
  if jsonb_typeof(p_weather_data) not in ('object', 'null') or exists (
    select from unnest(array['temperature', 'windSpeed', 'humidity', 'rainChance', 'conditions']) as part (name)
      where jsonb_typeof(p_weather_data -> part.name) in ('object', 'array')
  ) then
    raise exception 'A pick needs its weather as an object of plain values' using errcode = 'PT400';
  end if;
  insert into public.my_picks (
    id, user_id, player_name, confidence, reasoning, sport, projected_stat_line, betting_line,
    projected_total, betting_recommendation, original_stats, weather_data, injury_impact, defensive_analysis
  ) values (
    v_id, (select auth.uid()), p_player_name, public.first_number(p_confidence), p_reasoning, p_sport,
    p_projected_stat_line, public.first_number(p_betting_line),
    public.first_number(coalesce(p_projected_total, p_projected_stat_line)),
    substring(upper(p_betting_recommendation) from 'OVER|UNDER'), p_original_stats, p_weather_data,
    p_injury_impact, p_defensive_analysis
  );
  return v_id;
end $$;

-- Deletes the expired picks of the current user. A function, because no query of the user can select them.
-- @throws PT401 without a session @returns how many
create function public.cleanup_expired_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_gone integer;
begin
  if v_user is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
  end if;
  delete from public.my_picks
    where user_id = v_user and expires_at <= now() and not (select public.is_excluded());
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

revoke execute on function public.is_plain_text, public.bound_pick_times, public.count_pick_writes,
  public.limit_picks, public.refuse_spent_writes, public.purge_expired_picks, public.first_number, public.get_user_pick_count, public.add_pick,
  public.cleanup_expired_picks from public, anon, authenticated;
grant execute on function public.is_plain_text, public.first_number, public.get_user_pick_count, public.add_pick
  to authenticated, service_role;
grant execute on function public.cleanup_expired_picks to authenticated;
grant execute on function public.purge_expired_picks to service_role;
-- Synchronisation of picks between devices.

-- Tombstones: ids of picks that a user deleted before they expired. Without them the list of another device would bring
-- these picks back. A pick expires after 20 hours, so tombstones are kept for two days, at most 5000 of a user.
create table public.deleted_picks (
  -- References the profile, not the account: deleting picks locks picks, then the profile, and must not lock the
  -- account after that.
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  pick_id text not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, pick_id)
);

create index deleted_picks_oldest on public.deleted_picks (deleted_at);

alter table public.deleted_picks enable row level security;
revoke all on public.deleted_picks from anon, authenticated, service_role, public;
grant select on public.deleted_picks to service_role;

-- Only deletions by the user leave a tombstone; deletions by the server and of the account do not.
create function public.mark_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_rows integer := (select count(*) from removed r where r.user_id = v_user);
begin
  if v_rows = 0 or not exists (select from public.user_profiles p where p.user_id = v_user) then
    return null;
  end if;
  perform public.count_pick_writes(v_user, v_rows, 0);
  insert into public.deleted_picks (user_id, pick_id)
    select r.user_id, r.id from removed r where r.user_id = v_user and r.expires_at > now()
      order by r.id
    on conflict (user_id, pick_id) do nothing;
  -- The oldest ones go: their picks are the first to expire.
  delete from public.deleted_picks where user_id = v_user and pick_id in (
    select pick_id from public.deleted_picks where user_id = v_user
    order by deleted_at desc, pick_id desc offset 5000);
  return null;
end $$;

create trigger my_picks_mark_deleted after delete on public.my_picks
  referencing old table as removed for each statement execute function public.mark_deleted_picks();

-- Saving a pick again ('Undo') removes its tombstone.
create function public.lift_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.deleted_picks d using saved s
    where d.user_id = s.user_id and d.pick_id = s.id and s.user_id = (select auth.uid());
  return null;
end $$;

create trigger my_picks_lift_deleted after insert on public.my_picks
  referencing new table as saved for each statement execute function public.lift_deleted_picks();

-- Removes tombstones that are no longer needed. @returns how many
create function public.forget_deleted_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.deleted_picks where deleted_at <= now() - interval '2 days';
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- Protects an account from being deleted while rows are written for it. @throws PT401 if it was deleted
create function public.hold_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Lock order: account, then picks or runs, then profile.
  perform from auth.users where id = p_user for key share;
  if not found then
    raise exception 'This account was deleted.' using errcode = 'PT401';
  end if;
end $$;

-- Adds the picks of a browser that the server does not have. Changes no existing pick and deletes none.
-- @param p_picks list of picks as the contract defines them
-- @returns `added`: new ids; `gone`: ids that were deleted on another device or have expired
create function public.merge_picks(p_user uuid, p_picks jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_added text[];
  v_gone text[];
  v_deleted text[];
  v_pick jsonb;
  v_part jsonb;
  v_all jsonb := '{"added": [], "gone": []}';
begin
  perform public.hold_account(p_user);
  begin
    -- One statement, so one snapshot: of a pick that is deleted concurrently, either the row or its tombstone is
    -- visible.
    with given as (
      select distinct on (p ->> 'id') p ->> 'id' as id, p as pick,
          least((p ->> 'createdAt')::timestamptz, now()) as created_at,
          least((p ->> 'expiresAt')::timestamptz,
            least((p ->> 'createdAt')::timestamptz, now()) + interval '20 hours') as expires_at
        from jsonb_array_elements(p_picks) as list (p) order by 1
    ), judged as (
      select g.*, k.id is not null as is_kept,
          g.expires_at <= now() or coalesce(k.expires_at <= now(), false) or d.pick_id is not null as is_gone
        from given g
        left join public.my_picks k on k.user_id = p_user and k.id = g.id
        left join public.deleted_picks d on d.user_id = p_user and d.pick_id = g.id and k.id is null
    ), inserted as (
      insert into public.my_picks (id, user_id, player_name, confidence, projected_stat_line, betting_line,
          projected_total, betting_recommendation, reasoning, sport, original_stats, over_hit_percentage,
          created_at, expires_at, pick)
        select id, p_user, pick ->> 'playerName', (pick ->> 'confidence')::numeric, pick ->> 'projectedStatLine',
            (pick #>> '{bettingAnalysis,bettingLine}')::numeric,
            coalesce((pick #>> '{bettingAnalysis,projectedTotal}')::numeric,
              public.first_number(pick ->> 'projectedStatLine')),
            pick #>> '{bettingAnalysis,recommendation}', pick ->> 'reasoning', pick ->> 'sport',
            pick ->> 'originalStats', (pick ->> 'overHitPercentage')::numeric, created_at, expires_at, pick
          from judged where not is_kept and not is_gone order by id
        on conflict (user_id, id) do nothing
        returning id
    )
    select array(select id from inserted order by id), array(select id from judged where is_gone order by id)
      into v_added, v_gone;
  exception when check_violation or data_exception then
    -- A pick that violates a check or has an invalid time must not reject the others: repeat one by one.
    if jsonb_array_length(p_picks) = 1 then
      return v_all;
    end if;
    for v_pick in select value from jsonb_array_elements(p_picks) loop
      v_part := public.merge_picks(p_user, jsonb_build_array(v_pick));
      v_all := jsonb_build_object('added', v_all -> 'added' || (v_part -> 'added'),
        'gone', v_all -> 'gone' || (v_part -> 'gone'));
    end loop;
    return v_all;
  end;
  -- The user saved and deleted a pick concurrently: the deletion came last.
  with again as (
    delete from public.my_picks m using public.deleted_picks d
      where m.user_id = p_user and m.id = any(v_added) and d.user_id = p_user and d.pick_id = m.id
      returning m.id
  ) select array(select id from again) into v_deleted;
  return jsonb_build_object(
    'added', to_jsonb(array(select unnest(v_added) except select unnest(v_deleted) order by 1)),
    'gone', to_jsonb(v_gone || v_deleted));
end $$;

revoke execute on function public.mark_deleted_picks, public.lift_deleted_picks, public.forget_deleted_picks,
  public.hold_account, public.merge_picks from public, anon, authenticated;
grant execute on function public.forget_deleted_picks, public.merge_picks to service_role;
-- Generated parlays, up to three per run. Only the server writes them, so users cannot edit their own track record.

create table public.past_parlays (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  run_id uuid references public.runs (id) on delete set null,
  parlay_size integer not null check (parlay_size between 2 and 10),
  overall_confidence numeric(12, 4) not null check (overall_confidence between 0 and 100),
  expected_value numeric(12, 4),
  recommended_units numeric(12, 4) check (recommended_units >= 0),
  picks jsonb not null check (jsonb_typeof(picks) = 'array' and octet_length(picks::text) <= 262144),
  insights jsonb check (octet_length(insights::text) <= 65536),
  created_at timestamptz not null default now(),
  rank integer not null default 1 check (rank between 1 and 3),
  -- The parlay as the API returned it; null in rows that are older than this column.
  details jsonb check (octet_length(details::text) <= 262144),
  outcome text not null default 'pending' check (outcome in ('pending', 'won', 'lost', 'refunded')),
  -- Units returned per unit staked; null if the payout table has no price.
  paid numeric(12, 4) check (paid >= 0),
  settled_at timestamptz,
  constraint past_parlays_settled check ((settled_at is null) = (outcome = 'pending')),
  constraint past_parlays_run_rank unique (run_id, rank)
);

create index past_parlays_newest on public.past_parlays (user_id, created_at desc);
create index past_parlays_pending on public.past_parlays (id) where outcome = 'pending';

alter table public.past_parlays enable row level security;
revoke all on public.past_parlays from anon, authenticated, public;
grant select on public.past_parlays to authenticated;
grant all on public.past_parlays to service_role;
create policy "users read their own parlays" on public.past_parlays
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.past_parlays as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Captures a run's hold and stores its parlays, both or neither. A run that was captured before returns the parlays
-- stored then, so a client may repeat a call whose response was lost.
-- @param p_parlays list of `{details, legs}`: the parlay as it is returned, its legs with the columns of `track_legs`
-- @throws PT404 no such run, PT409 the hold was released or has expired, PT400 nothing to save
create function public.save_parlays(p_run uuid, p_user uuid, p_parlays jsonb) returns setof public.past_parlays
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_one jsonb;
  v_details jsonb;
  v_id uuid;
begin
  perform public.hold_account(p_user);
  select * into v_run from public.runs
    where id = p_run and user_id = p_user and feature = 'parlay' for update;
  if not found then
    raise exception 'There is no such parlay run' using errcode = 'PT404';
  end if;
  if v_run.state = 'captured' then
    return query select * from public.past_parlays where run_id = p_run order by rank;
    return;
  end if;
  if v_run.state = 'released' or v_run.expires_at <= now() then
    raise exception 'These parlays came too late. Nothing was charged.' using errcode = 'PT409';
  end if;
  if jsonb_array_length(p_parlays) = 0 then
    raise exception 'There is no parlay to save' using errcode = 'PT400';
  end if;
  perform public.close_hold(p_run, 'captured', null);
  for v_one in select value from jsonb_array_elements(p_parlays) loop
    -- The time of the row replaces the time of the API instance, whose clock may differ.
    v_details := v_one -> 'details' || jsonb_build_object('createdAt', to_jsonb(now()));
    if jsonb_array_length(v_one -> 'legs') is distinct from (v_details ->> 'parlaySize')::int then
      raise exception 'A parlay has as many legs as its size says' using errcode = 'PT400';
    end if;
    insert into public.past_parlays (id, user_id, run_id, rank, parlay_size, overall_confidence, expected_value,
        recommended_units, picks, insights, details, created_at)
      values ((v_details ->> 'id')::uuid, p_user, p_run, (v_details ->> 'rank')::int,
        (v_details ->> 'parlaySize')::int, (v_details ->> 'overallConfidence')::numeric,
        (v_details #>> '{expectedValue,value}')::numeric, (v_details ->> 'recommendedUnits')::numeric,
        v_details -> 'picks', v_details -> 'insights', v_details, now())
      returning id into v_id;
    perform public.add_legs(p_user, v_id, v_one -> 'legs');
  end loop;
  return query select * from public.past_parlays where run_id = p_run order by rank;
end $$;

-- The parlays that an idempotency key paid for, also after its run has ended; no rows if it paid for none.
create function public.parlays_of_run(p_user uuid, p_key uuid) returns setof public.past_parlays
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select p.* from public.past_parlays p join public.runs r on r.id = p.run_id
      where r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay' and r.state = 'captured'
    union all
    select p.* from public.archived_parlays p join public.archived_runs r on r.id = p.run_id
      where p.user_id = p_user and r.user_id = p_user and r.idempotency_key = p_key and r.feature = 'parlay'
        and r.state = 'captured'
    order by rank;
end $$;

revoke execute on function public.save_parlays, public.parlays_of_run from public, anon, authenticated;
grant execute on function public.save_parlays, public.parlays_of_run to service_role;
-- Track record: what the engine forecast about a line, and how the line ended. One row per saved pick and per leg of a
-- parlay. Rows remain when the pick or the parlay is deleted. Only the functions below write, so users cannot edit
-- their own record.

create table public.track_legs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Id of a saved pick; null for the leg of a parlay. No foreign key: a pick expires after a day, this row remains.
  pick_id text,
  parlay_id uuid references public.past_parlays (id) on delete set null,
  leg integer check (leg between 1 and 10),
  player_name text not null check (char_length(player_name) between 1 and 120),
  team text not null check (char_length(team) <= 40),
  person_id integer,
  -- Null while it is not certain which game of the day the line is on.
  game_pk integer,
  league_day date not null,
  stat_type text not null check (char_length(stat_type) between 1 and 60),
  line numeric(12, 4) not null check (line between 0 and 10000),
  side text not null check (side in ('OVER', 'UNDER')),
  odds_type text not null check (odds_type in ('goblin', 'standard', 'demon', 'unknown')),
  -- The forecast, in percent, with its 80% interval; null if the engine had none, and null for a saved pick until its
  -- line has ended (`pending_forecasts`).
  promised numeric(12, 4) check (promised between 0 and 100),
  promised_low numeric(12, 4) check (promised_low between 0 and 100),
  promised_high numeric(12, 4) check (promised_high between 0 and 100),
  engine text check (char_length(engine) <= 60),
  promised_at timestamptz not null default now(),
  status text not null default 'pending'
    check (status in ('pending', 'in-progress', 'suspended', 'winner', 'loser', 'push', 'no-game')),
  actual numeric(12, 4),
  settled_at timestamptz,
  -- Prices of sportsbooks when the forecast was recorded: the best price of the side at the line at the user's books in
  -- American odds, its book, and the chance of the side at all books without margin in percent. Null where no book quoted
  -- the line.
  price integer check (abs(price) >= 100),
  price_book text check (char_length(price_book) <= 40),
  no_vig numeric(12, 4) check (no_vig between 0 and 100),
  -- The same at the start of the game, the price of the same book; null if it is not quoted any more. `closed_at` is set in both cases.
  closing_price integer check (abs(closing_price) >= 100),
  closing_no_vig numeric(12, 4) check (closing_no_vig between 0 and 100),
  closed_at timestamptz,
  -- Start of the game by the book, which decides between two games of a day; null if the line has none.
  game_time timestamptz,
  -- The book whose rules settle the line.
  book text not null default 'prizepicks' check (char_length(book) <= 40),
  unique (user_id, pick_id),
  unique (parlay_id, leg),
  check ((pick_id is null) = (leg is not null)),
  check (parlay_id is null or leg is not null),
  check ((settled_at is null) = (status in ('pending', 'in-progress', 'suspended'))),
  check (status not in ('winner', 'loser', 'push') or actual is not null)
);

create index track_legs_newest on public.track_legs (user_id, promised_at desc);
create index track_legs_open on public.track_legs (id) where settled_at is null;
create index track_legs_unclosed on public.track_legs (id) where no_vig is not null and closed_at is null;

alter table public.track_legs enable row level security;
revoke all on public.track_legs from anon, authenticated, service_role, public;
grant select on public.track_legs to authenticated, service_role;
create policy "users read their own record" on public.track_legs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.track_legs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Forecasts of saved picks whose line has not ended. Users cannot read them: any line can be saved, so the record would
-- show the forecasts that a run charges for. `grade_legs` moves them to the record.
create table public.pending_forecasts (
  leg_id uuid primary key references public.track_legs (id) on delete cascade,
  promised numeric(12, 4) not null,
  promised_low numeric(12, 4),
  promised_high numeric(12, 4),
  engine text check (char_length(engine) <= 60)
);

alter table public.pending_forecasts enable row level security;
revoke all on public.pending_forecasts from anon, authenticated, service_role, public;
grant select on public.pending_forecasts to service_role;

-- Forecasts

-- Inserts forecasts; those of saved picks are hidden until the line has ended.
-- @param p_parlay null for saved picks @returns how many rows are new
create function public.add_legs(p_user uuid, p_parlay uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_added integer;
begin
  with legs as (
    select * from jsonb_to_recordset(p_legs) as l (pick_id text, leg int, player_name text, team text, person_id int,
      game_pk int, league_day date, stat_type text, line numeric, side text, odds_type text, promised numeric,
      promised_low numeric, promised_high numeric, engine text, price int, price_book text, no_vig numeric,
      game_time timestamptz, book text)
  ), added as (
    insert into public.track_legs (user_id, parlay_id, pick_id, leg, player_name, team, person_id, game_pk, league_day,
        stat_type, line, side, odds_type, promised, promised_low, promised_high, engine, price, price_book, no_vig,
        game_time, book)
      select p_user, p_parlay, case when p_parlay is null then l.pick_id end, l.leg, l.player_name, l.team, l.person_id,
          l.game_pk, l.league_day, l.stat_type, l.line, l.side, l.odds_type,
          case when p_parlay is not null then l.promised end, case when p_parlay is not null then l.promised_low end,
          case when p_parlay is not null then l.promised_high end, case when p_parlay is not null then l.engine end,
          l.price, l.price_book, l.no_vig, l.game_time, coalesce(l.book, 'prizepicks')
        from legs l order by l.leg, l.pick_id
      on conflict (user_id, pick_id) do nothing
      returning id, pick_id
  ), hidden as (
    insert into public.pending_forecasts (leg_id, promised, promised_low, promised_high, engine)
      select a.id, l.promised, l.promised_low, l.promised_high, l.engine
        from added a join legs l on l.pick_id = a.pick_id
        where p_parlay is null and l.promised is not null
      on conflict (leg_id) do nothing
  )
  select count(*) into v_added from added;
  return v_added;
end $$;

-- Ids of a user's picks without a stored forecast, newest first.
create function public.unrecorded_picks(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.id from public.my_picks p
    where p.user_id = p_user and p.expires_at > now()
      and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = p.id)
    order by p.created_at desc, p.id;
$$;

-- Stores the engine's forecasts about saved picks. The first forecast about a pick stays. At most 2000 rows per user
-- and day, which bounds a user who saves and deletes picks repeatedly. @returns how many rows are new
create function public.record_forecasts(p_user uuid, p_legs jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_room bigint;
  v_legs jsonb;
begin
  perform public.hold_account(p_user);
  select greatest(0, 2000 - count(*)) into v_room from public.track_legs
    where user_id = p_user and pick_id is not null and promised_at > now() - interval '24 hours';
  select coalesce(jsonb_agg(fresh.l), '[]') into v_legs from (
    select l from jsonb_array_elements(p_legs) as list (l)
      where exists (select from public.my_picks p
          where p.user_id = p_user and p.id = l ->> 'pick_id' and p.expires_at > now())
        and not exists (select from public.track_legs t where t.user_id = p_user and t.pick_id = l ->> 'pick_id')
      limit v_room) as fresh;
  return public.add_legs(p_user, null, v_legs);
end $$;

-- Grading

-- Lines whose game may have begun, in pages ordered by id.
-- @param p_before last league day of interest @param p_after last id of the previous page, null for the first page
create function public.open_legs(p_before date, p_after uuid, p_limit int) returns setof public.track_legs
language sql stable security definer set search_path = '' as $$
  select * from public.track_legs
    where settled_at is null and league_day <= p_before and (p_after is null or id > p_after)
    order by id limit least(p_limit, 1000);
$$;

-- Stores how lines ended, and reveals the forecasts of those that have. A line that has ended does not change any more,
-- and neither does a game that was decided.
-- @param p_results list of `{id, status, actual, game_pk}`, `game_pk` only of a line whose game was not certain
-- @returns how many rows changed
create function public.grade_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  -- A fixed order, so that two instances wait for each other instead of deadlocking.
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t set status = r.status, actual = r.actual, game_pk = coalesce(t.game_pk, r.game_pk),
      settled_at = case when r.status in ('pending', 'in-progress', 'suspended') then null else now() end
    from jsonb_to_recordset(p_results) as r (id uuid, status text, actual numeric, game_pk int)
    where t.id = r.id and t.settled_at is null
      and (r.status <> 'pending' or (t.status = 'pending' and t.game_pk is null))
      and (t.status, t.actual, t.game_pk) is distinct from (r.status, r.actual, coalesce(t.game_pk, r.game_pk));
  get diagnostics v_changed = row_count;
  with revealed as (
    delete from public.pending_forecasts f using jsonb_to_recordset(p_results) as r (id uuid), public.track_legs t
      where f.leg_id = r.id and t.id = r.id and t.settled_at is not null
      returning f.*
  )
  update public.track_legs t set promised = f.promised, promised_low = f.promised_low,
      promised_high = f.promised_high, engine = f.engine
    from revealed f where t.id = f.leg_id;
  return v_changed;
end $$;

-- Parlays without an outcome that their ended legs may decide, with all legs, in pages ordered by id: all legs have
-- ended, or one has lost or was not played.
-- @param p_after last id of the previous page, null for the first page
create function public.gradable_parlays(p_after uuid, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
    select p.id, p.parlay_size, p.details,
        (select jsonb_agg(to_jsonb(t) order by t.leg) from public.track_legs t where t.parlay_id = p.id) as legs
      from public.past_parlays p
      where p.outcome = 'pending' and (p_after is null or p.id > p_after)
        and exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is not null)
        and (exists (select from public.track_legs t where t.parlay_id = p.id and t.status in ('loser', 'no-game'))
          or not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null))
      order by p.id limit least(p_limit, 500)) as e;
$$;

-- Stores the outcome of parlays, once each. While a leg is open, only a losing leg decides a loss, and only a leg that
-- was not played decides a refund. The rules of the book are the API's.
-- @param p_outcomes list of `{id, outcome, paid}` @returns how many rows changed
create function public.grade_parlays(p_outcomes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  perform from public.past_parlays
    where id in (select o.id from jsonb_to_recordset(p_outcomes) as o (id uuid)) order by id for update;
  update public.past_parlays p set outcome = o.outcome, paid = o.paid, settled_at = now()
    from jsonb_to_recordset(p_outcomes) as o (id uuid, outcome text, paid numeric)
    where p.id = o.id and p.outcome = 'pending' and o.outcome <> 'pending'
      and exists (select from public.track_legs t where t.parlay_id = p.id)
      and (not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null)
        or exists (select from public.track_legs t where t.parlay_id = p.id
          and t.status = case o.outcome when 'lost' then 'loser' when 'refunded' then 'no-game' end));
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on function public.add_legs, public.unrecorded_picks, public.record_forecasts, public.open_legs,
  public.grade_legs, public.gradable_parlays, public.grade_parlays from public, anon, authenticated;
grant execute on function public.unrecorded_picks, public.record_forecasts, public.open_legs, public.grade_legs,
  public.gradable_parlays, public.grade_parlays to service_role;
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

-- All pages as one value, for instances of the last release.
create function public.export_account_text(p_user uuid) returns text
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

revoke execute on function public.was_closed, public.was_closed_on_network, public.mark_closed,
  public.lock_leaving_account, public.delete_account, public.purge_closed_accounts, public.without_secrets,
  public.export_account_page, public.export_account_text from public, anon, authenticated;
grant execute on function public.delete_account, public.purge_closed_accounts, public.export_account_page,
  public.export_account_text to service_role;
-- Administrators, developers and the audit log.

-- A role is a row. An operator's command or another administrator grants it; an e-mail address alone never does.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

-- Developers may run a remote from their own machine inside the shell.
create table public.developers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

alter table public.admins enable row level security;
alter table public.developers enable row level security;
revoke all on public.admins, public.developers from anon, authenticated, public;
grant select on public.admins, public.developers to authenticated;
grant all on public.admins, public.developers to service_role;
create policy "administrators see that they are" on public.admins
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.admins as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "developers see that they are" on public.developers
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.developers as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Audit log: every change by an administrator, written in the transaction of the change. Rows are immutable.
create table public.admin_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- 'admin key', or the id of the administrator's account.
  actor text not null check (char_length(actor) between 1 and 200),
  action text not null check (char_length(action) between 1 and 60),
  -- A code, a user's id or the name of a remote.
  target text not null check (char_length(target) <= 254),
  detail jsonb not null default '{}' check (octet_length(detail::text) <= 16384)
);

create index admin_actions_by_target on public.admin_actions (target, id desc);

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from anon, authenticated, service_role, public;
grant select on public.admin_actions to service_role;

create function public.keep_admin_actions() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is not changed' using errcode = 'PT403';
end $$;

create trigger admin_actions_keep before update or delete on public.admin_actions
  for each row execute function public.keep_admin_actions();

-- Called by the functions that perform the change, never by the API.
create function public.log_admin_action(p_actor text, p_action text, p_target text, p_detail jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.admin_actions (actor, action, target, detail)
    values (p_actor, p_action, p_target, coalesce(p_detail, '{}'));
$$;

-- Whether an account is an administrator; with `p_session`, whether that session may act as one. An access token is
-- valid for up to an hour after its session, this right is not.
create function public.is_admin(p_user uuid, p_session uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admins where user_id = p_user)
    and (p_session is null or exists (select from auth.sessions where id = p_session and user_id = p_user));
$$;

-- @throws PT404 without a profile
create function public.grant_admin(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  insert into public.admins (user_id) values (p_user) on conflict (user_id) do nothing;
end $$;

-- Ends what another person may have begun with an account before its owner proved the mailbox: pending changes of the
-- address, sessions and tokens.
create function public.end_other_access(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
    where id = p_user;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.sessions where user_id = p_user;
  -- The hosted auth service keeps its tokens in this table; the embedded one does not have it.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_user;
  end if;
end $$;

-- Makes the mailbox the only way to sign in: clears the password as well, which another person may have set.
create function public.require_mail_sign_in(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  perform public.end_other_access(p_user);
end $$;

-- Grants or revokes the administrator role. A new administrator signs in by a mailed link and may set a password then.
-- @throws PT404 no such account or administrator, PT409 the mailbox is not proven
create function public.set_admin(p_email text, p_granted boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.user_profiles;
begin
  -- The lock keeps the address from changing before the grant. Locks the account before its profile, as a change of the
  -- address does.
  perform public.lock_account(user_id) from public.user_profiles where lower(email) = lower(btrim(p_email));
  select * into v_profile from public.user_profiles where lower(email) = lower(btrim(p_email)) for update;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    if v_profile.mailbox_proven_at is null then
      raise exception 'This account has not proven its mailbox yet: sign in to it once by an e-mail link'
        using errcode = 'PT409';
    end if;
    insert into public.admins (user_id) values (v_profile.user_id) on conflict (user_id) do nothing;
    if not found then
      return;
    end if;
    perform public.require_mail_sign_in(v_profile.user_id);
  else
    delete from public.admins where user_id = v_profile.user_id;
    if not found then
      raise exception 'This account is not an administrator' using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_granted then 'admin-grant' else 'admin-revoke' end,
    v_profile.user_id::text, '{}');
end $$;

create function public.list_admins() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('userId', a.user_id, 'email', p.email, 'grantedAt', a.granted_at)
    from public.admins a join public.user_profiles p on p.user_id = a.user_id order by a.granted_at, a.user_id;
$$;

-- One page of the audit log, newest first. @param p_before last id of the previous page
create function public.admin_audit(p_search text, p_before bigint, p_limit integer) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'at', a.at, 'actor', coalesce(p.email, a.actor), 'action', a.action,
      'target', a.target, 'detail', a.detail)
    from public.admin_actions a left join public.user_profiles p on p.user_id::text = a.actor
    where (p_before is null or a.id < p_before) and (p_search is null
      or position(lower(p_search) in lower(concat_ws(' ', a.action, a.target, a.actor, p.email))) > 0)
    order by a.id desc limit p_limit;
$$;

-- Grants or revokes the developer role. The default of `p_actor` serves an API of an earlier release, whose calls
-- always carried the admin key. @throws PT404 if there is no such account
create function public.set_developer(p_email text, p_granted boolean, p_actor text default 'admin key') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(p_email);
  -- Waits for a concurrent deletion of the account.
  perform from auth.users where id = v_user for key share;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    insert into public.developers (user_id) values (v_user) on conflict (user_id) do nothing;
  else
    delete from public.developers where user_id = v_user;
  end if;
  if found then
    perform public.log_admin_action(p_actor,
      case when p_granted then 'developer-grant' else 'developer-revoke' end, v_user::text, '{}');
  end if;
end $$;

create function public.is_developer(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.developers where user_id = p_user);
$$;

-- Sessions of the admin key. The cookie names the row, so that the end of a session also ends copies of its cookie.
create table public.admin_sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null
);

alter table public.admin_sessions enable row level security;
revoke all on public.admin_sessions from anon, authenticated, service_role, public;
grant select on public.admin_sessions to service_role;

-- Begins a session of the admin key, and removes the expired ones. @returns its id
create function public.begin_admin_session(p_expires timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from public.admin_sessions where expires_at <= now();
  insert into public.admin_sessions (expires_at) values (p_expires) returning id into v_id;
  return v_id;
end $$;

create function public.is_admin_session(p_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admin_sessions where id = p_id and expires_at > now());
$$;

create function public.end_admin_session(p_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.admin_sessions where id = p_id;
$$;

revoke execute on function public.keep_admin_actions, public.log_admin_action, public.is_admin, public.grant_admin,
  public.end_other_access, public.require_mail_sign_in, public.set_admin, public.list_admins, public.admin_audit, public.set_developer,
  public.is_developer, public.begin_admin_session, public.is_admin_session, public.end_admin_session
  from public, anon, authenticated;
grant execute on function public.is_admin, public.grant_admin, public.set_admin, public.list_admins,
  public.admin_audit, public.set_developer, public.is_developer, public.begin_admin_session,
  public.is_admin_session, public.end_admin_session to service_role;
-- What administrators do: access codes, users, credits and plans. Each change writes the audit log.

-- Access codes

-- Adds one code without an entry in the audit log, which its callers write.
-- @throws PT400 for an expiry in the past, PT409 if the code exists or was deleted, in any case
create function public.add_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_batch uuid
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := public.stored_code(p_code);
  v_deleted timestamptz;
begin
  if p_expires_at <= now() then
    raise exception 'Choose an expiry in the future' using errcode = 'PT400';
  end if;
  if v_known is null then
    insert into public.access_codes (code, max_uses, expires_at, notes, batch_key)
      values (p_code, p_max_uses, p_expires_at, p_notes, p_batch)
      on conflict (code) do nothing;
  end if;
  if not found then
    v_known := coalesce(v_known, p_code);
    select deleted_at into v_deleted from public.access_codes where code = v_known;
    raise exception '%', case when v_deleted is null
      then format('There is already a code %s', v_known)
      else format('The code %s was deleted: restore it, or choose another one', v_known) end
      using errcode = 'PT409';
  end if;
end $$;

create function public.create_access_code(
  p_code text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_actor text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.add_access_code(p_code, p_max_uses, p_expires_at, p_notes, null);
  perform public.log_admin_action(p_actor, 'code-create', p_code,
    jsonb_build_object('maxUses', p_max_uses, 'expiresAt', p_expires_at));
end $$;

-- Serialises the functions that add many codes. Two of them could otherwise deadlock on each other's codes.
create function public.lock_code_imports() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight access codes', 0));
$$;

-- Stores random codes that the caller made. Repeating a key returns the codes of its first call.
-- @throws PT409 if the key was used for other codes
create function public.generate_access_codes(
  p_codes text[], p_prefix text, p_max_uses integer, p_expires_at timestamptz, p_notes text, p_key uuid, p_actor text
) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
  v_known bigint;
  v_same boolean;
begin
  perform public.lock_code_imports();
  select count(*), bool_and(starts_with(code, p_prefix) and
      (max_uses, expires_at, notes) is not distinct from (p_max_uses, p_expires_at, p_notes))
    into v_known, v_same from public.access_codes where batch_key = p_key;
  if v_known > 0 and not (v_same and v_known = cardinality(p_codes)) then
    raise exception 'This key was used for other codes' using errcode = 'PT409';
  end if;
  if v_known = 0 then
    foreach v_code in array p_codes loop
      perform public.add_access_code(v_code, p_max_uses, p_expires_at, p_notes, p_key);
    end loop;
    perform public.log_admin_action(p_actor, 'codes-generate', p_prefix, jsonb_build_object(
      'count', cardinality(p_codes), 'maxUses', p_max_uses, 'expiresAt', p_expires_at, 'key', p_key));
  end if;
  return query select code from public.access_codes where batch_key = p_key order by code;
end $$;

-- Stores all rows or none. @param p_rows list of `{code, maxUses, expiresAt, notes}`
create function public.import_access_codes(p_rows jsonb, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb;
  v_number bigint;
begin
  perform public.lock_code_imports();
  for v_row, v_number in select value, ordinality from jsonb_array_elements(p_rows) with ordinality loop
    begin
      perform public.add_access_code(v_row ->> 'code', (v_row ->> 'maxUses')::integer,
        (v_row ->> 'expiresAt')::timestamptz, v_row ->> 'notes', null);
    exception when sqlstate 'PT400' or sqlstate 'PT409' then
      raise exception 'Row %: %', v_number, sqlerrm using errcode = sqlstate;
    end;
  end loop;
  perform public.log_admin_action(p_actor, 'codes-import', '',
    jsonb_build_object('count', jsonb_array_length(p_rows)));
end $$;

-- Deletes a code and its open reservations, so sign-ups that have not finished are refused. @throws PT404
create function public.delete_access_code(p_code text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_deleted timestamptz;
  v_voided integer;
begin
  select deleted_at into v_deleted from public.access_codes where code = p_code for update;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  if v_deleted is not null then
    return;
  end if;
  update public.access_codes set deleted_at = now() where code = p_code;
  delete from public.access_code_reservations where code = p_code and user_id is null;
  get diagnostics v_voided = row_count;
  perform public.log_admin_action(p_actor, 'code-delete', p_code, jsonb_build_object('voided', v_voided));
end $$;

create function public.restore_access_code(p_code text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_deleted timestamptz;
begin
  select deleted_at into v_deleted from public.access_codes where code = p_code for update;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  if v_deleted is null then
    return;
  end if;
  update public.access_codes set deleted_at = null where code = p_code;
  perform public.log_admin_action(p_actor, 'code-restore', p_code, '{}');
end $$;

create function public.is_code_found(p_code text, p_notes text, p_search text) returns boolean
language sql immutable set search_path = '' as $$
  select p_search is null or position(lower(p_search) in lower(p_code)) > 0
    or position(lower(p_search) in lower(coalesce(p_notes, ''))) > 0;
$$;

-- One page, newest first. @param p_before, p_before_code the last code of the previous page
create function public.list_access_codes(
  p_search text, p_before timestamptz, p_before_code text, p_limit integer
) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('code', c.code, 'uses_count', c.uses_count, 'max_uses', c.max_uses,
      'expires_at', c.expires_at, 'notes', c.notes, 'created_at', c.created_at,
      'reserved', (select count(*) from public.access_code_reservations r where r.code = c.code
        and r.consumed_at is null and (r.user_id is not null or r.reserved_until > now())))
    from public.access_codes c
    where c.deleted_at is null and public.is_code_found(c.code, c.notes, p_search)
      and (p_before is null or (c.created_at, c.code) < (p_before, p_before_code))
    order by c.created_at desc, c.code desc limit p_limit;
$$;

create function public.count_access_codes(p_search text) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.access_codes c
    where c.deleted_at is null and public.is_code_found(c.code, c.notes, p_search);
$$;

-- Users, credits and plans

-- One page of users, newest first. @param p_search part of an e-mail address, or a complete id
create function public.admin_users(
  p_search text, p_before timestamptz, p_before_id uuid, p_limit int
) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search text := lower(btrim(coalesce(p_search, '')));
begin
  return query
    select jsonb_build_object(
      'userId', p.user_id, 'email', p.email, 'emailVerifiedAt', p.email_verified_at, 'credits', p.credits,
      'plan', p.plan, 'createdAt', p.created_at, 'lastSignInAt', u.last_sign_in_at,
      'isAdmin', exists (select from public.admins a where a.user_id = p.user_id),
      'excludedUntil', public.excluded_until(p.user_id))
    from public.user_profiles p join auth.users u on u.id = p.user_id
    where (v_search = '' or strpos(lower(p.email), v_search) > 0 or p.user_id::text = v_search)
      and (p_before is null or (p.created_at, p.user_id) < (p_before, p_before_id))
    order by p.created_at desc, p.user_id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

-- One page of a user's ledger, newest first. @throws PT404 if there is no such account
create function public.admin_ledger(p_user uuid, p_before bigint, p_limit int) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  return query
    select jsonb_build_object('id', id, 'delta', delta, 'balanceAfter', balance_after, 'reason', reason,
      'note', note, 'runId', run_id, 'createdAt', created_at)
    from (select * from public.credit_ledger where user_id = p_user
      union all select * from public.archived_ledger where user_id = p_user) as l
    where p_before is null or id < p_before
    order by id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

-- @throws PT400 for a reason that is not 3 to 500 characters long @returns the trimmed reason
create function public.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_reason is null or char_length(btrim(p_reason)) not between 3 and 500 then
    raise exception 'Say why, in 3 to 500 characters' using errcode = 'PT400';
  end if;
  return btrim(p_reason);
end $$;

-- Changes a balance. Repeating the key with the same arguments changes nothing.
-- @throws PT400, PT404, PT409 if the key was used for another adjustment or the balance would be negative
-- @returns the balance
create function public.adjust_credits(p_user uuid, p_delta int, p_reason text, p_key uuid, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_credits integer;
  v_known public.credit_ledger;
begin
  if p_delta is null or p_delta = 0 or p_key is null then
    raise exception 'An adjustment has an amount and a key' using errcode = 'PT400';
  end if;
  select credits into v_credits from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  select * into v_known from (select * from public.credit_ledger where user_id = p_user
    union all select * from public.archived_ledger where user_id = p_user) as l
    where idempotency_key = 'adjust:' || p_key;
  if found then
    if (v_known.delta, v_known.note) is distinct from (p_delta, v_reason) then
      raise exception 'This key was used for another adjustment' using errcode = 'PT409';
    end if;
    return v_credits;
  end if;
  if v_credits + p_delta < 0 then
    raise exception 'Not enough credits' using errcode = 'PT409';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, idempotency_key)
    values (p_user, p_delta, 0, 'adjustment', v_reason, 'adjust:' || p_key);
  perform public.log_admin_action(p_actor, 'adjust-credits', p_user::text, jsonb_build_object(
    'delta', p_delta, 'before', v_credits, 'after', v_credits + p_delta, 'reason', v_reason));
  return v_credits + p_delta;
end $$;

create function public.set_plan(p_user uuid, p_plan text, p_reason text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_before text;
begin
  if public.plan_credits(p_plan) is null then
    raise exception 'There is no such plan' using errcode = 'PT400';
  end if;
  select plan into v_before from public.user_profiles where user_id = p_user for update;
  if not found then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  update public.user_profiles set plan = p_plan where user_id = p_user;
  perform public.log_admin_action(p_actor, 'set-plan', p_user::text,
    jsonb_build_object('before', v_before, 'after', p_plan, 'reason', v_reason));
end $$;

-- Returns the credits of a run, once: a captured run by a refund, a held one by releasing its hold.
-- @throws PT404 no such run, PT409 already returned
-- @returns the balance
create function public.refund_run(p_run uuid, p_reason text, p_actor text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := public.require_reason(p_reason);
  v_run public.runs;
  v_credits integer;
begin
  select * into v_run from public.runs where id = p_run for update;
  if not found then
    select * into v_run from public.archived_runs where id = p_run for update;
  end if;
  if v_run.id is null then
    raise exception 'There is no such analysis' using errcode = 'PT404';
  end if;
  if v_run.state = 'released'
    or exists (select from public.credit_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
    or exists (select from public.archived_ledger where user_id = v_run.user_id and idempotency_key = 'refund:' || p_run)
  then
    raise exception 'The credits of this analysis were given back already' using errcode = 'PT409';
  end if;
  if v_run.state = 'held' then
    perform public.close_hold(p_run, 'released', v_reason);
  else
    insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
      values (v_run.user_id, v_run.cost, 0, 'refund', v_reason, p_run, 'refund:' || p_run);
  end if;
  perform public.log_admin_action(p_actor, 'refund-run', v_run.user_id::text, jsonb_build_object(
    'run', p_run, 'credits', v_run.cost, 'was', v_run.state, 'reason', v_reason));
  select credits into v_credits from public.user_profiles where user_id = v_run.user_id;
  return v_credits;
end $$;

revoke execute on function public.add_access_code, public.create_access_code, public.lock_code_imports,
  public.generate_access_codes, public.import_access_codes, public.delete_access_code, public.restore_access_code,
  public.is_code_found, public.list_access_codes, public.count_access_codes, public.admin_users, public.admin_ledger,
  public.require_reason, public.adjust_credits, public.set_plan, public.refund_run from public, anon, authenticated;
grant execute on function public.create_access_code, public.generate_access_codes, public.import_access_codes,
  public.delete_access_code, public.restore_access_code, public.list_access_codes, public.count_access_codes,
  public.admin_users, public.admin_ledger, public.adjust_credits, public.set_plan, public.refund_run to service_role;
-- Releases of the shell and the remotes, and their history. A release is immutable. The rollout of a remote names the
-- releases in use; each of its changes raises `generation`, and a decision on an older generation is refused.

create table public.remote_releases (
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  version text not null check (version ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9a-z.-]{1,40})?$'),
  contract text not null check (char_length(contract) <= 40),
  placement jsonb check (octet_length(placement::text) <= 8192),
  entry text not null check (char_length(entry) <= 500),
  integrity jsonb not null check (jsonb_typeof(integrity) = 'object' and octet_length(integrity::text) <= 1048576),
  preload jsonb not null check (jsonb_typeof(preload) = 'array' and octet_length(preload::text) <= 65536),
  size bigint not null check (size >= 0),
  published_at timestamptz not null default now(),
  live_since timestamptz,
  global_name text check (char_length(global_name) <= 200),
  shared jsonb not null default '[]' check (jsonb_typeof(shared) = 'array' and octet_length(shared::text) <= 65536),
  published_by text not null default 'operator' check (char_length(published_by) <= 200),
  message text not null default '' check (length(message) <= 500),
  -- When it was last served, live or as a canary. Bundles are kept for some days after that.
  last_live_at timestamptz,
  -- Rolled back or halted. Becomes live again only if it is named explicitly.
  withdrawn_at timestamptz,
  -- Its files were deleted; the row remains as a record.
  removed_at timestamptz,
  -- When a browser last reported that it loaded; exact to an hour. Remains when the reports are deleted.
  worked_at timestamptz,
  -- Preview links that were created earlier are not valid any more.
  previews_revoked_at timestamptz,
  primary key (name, version)
);

create table public.remote_rollouts (
  name text primary key,
  live_version text,
  canary_version text,
  canary_percent int check (canary_percent between 0 and 100),
  canary_since timestamptz,
  halted_version text,
  halted_at timestamptz,
  halted_reason text check (char_length(halted_reason) <= 2000),
  generation bigint not null default 0,
  updated_at timestamptz not null default now(),
  -- The generation that made the live release live. Reports with an older ticket concern an earlier time.
  live_generation bigint not null default 0,
  -- A retired remote has no live release. The release that was live last, and the path to which its paths lead.
  retired_version text,
  retired_at timestamptz,
  redirect_to text check (redirect_to ~ '^/[a-z0-9/-]{0,80}$'),
  foreign key (name, live_version) references public.remote_releases (name, version),
  foreign key (name, canary_version) references public.remote_releases (name, version),
  check (canary_version is null or canary_version <> live_version),
  check ((canary_version is null) = (canary_percent is null) and (canary_version is null) = (canary_since is null))
);

-- History of each remote: action, actor and message.
create table public.remote_events (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) <= 31),
  version text check (char_length(version) <= 60),
  -- publish, live, canary, promote, rollback, auto-rollback, halt, auto-halt, retire, remove, quarantine, preview-revoke,
  -- token-create, token-revoke
  action text not null check (char_length(action) <= 40),
  actor text not null check (char_length(actor) <= 200),
  message text not null default '' check (char_length(message) <= 2000),
  generation bigint not null,
  at timestamptz not null default now()
);

create index remote_events_by_name on public.remote_events (name, id desc);

-- Uploads and removals in progress: the lock of a version in the bundle store. Only one process at a time changes its
-- files, or several that write the same files. Ends at `expires_at`, and for others one minute later, so that a last
-- write ends before the work of a successor begins.
create table public.remote_uploads (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  actor text not null check (char_length(actor) <= 200),
  expires_at timestamptz not null,
  -- Hash of the uploaded files, or 'removal'.
  content text not null default '' check (char_length(content) <= 100)
);

alter table public.remote_releases enable row level security;
alter table public.remote_rollouts enable row level security;
alter table public.remote_events enable row level security;
alter table public.remote_uploads enable row level security;
revoke all on public.remote_releases, public.remote_rollouts, public.remote_events, public.remote_uploads
  from anon, authenticated, public;
grant all on public.remote_releases, public.remote_rollouts, public.remote_events, public.remote_uploads
  to service_role;

-- The immutable content of a release, as the registry returns it.
create function public.release_document(p_row public.remote_releases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'version', p_row.version, 'contract', p_row.contract,
    'placement', p_row.placement, 'entry', p_row.entry, 'globalName', p_row.global_name, 'shared', p_row.shared,
    'integrity', p_row.integrity, 'preload', p_row.preload, 'size', p_row.size);
$$;

-- Refuses changes of the content of a release.
create function public.keep_releases() returns trigger
language plpgsql set search_path = '' as $$
begin
  if public.release_document(new) <> public.release_document(old) then
    raise exception 'Release % % is there already with other content', old.name, old.version
      using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger remote_releases_keep before update on public.remote_releases
  for each row execute function public.keep_releases();

-- Version of the fallback: the release that was live last and was neither withdrawn nor removed; null without one.
create function public.release_before(p_name text, p_version text) returns text
language sql stable set search_path = '' as $$
  select version from public.remote_releases
    where name = p_name and version is distinct from p_version and live_since is not null
      and withdrawn_at is null and removed_at is null
    order by live_since desc limit 1;
$$;

-- The releases that a browser may fall back to, last live first, with the generation of the rollout. Null if the remote
-- has no live release.
create function public.fallback_releases(p_name text, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', o.generation, 'releases', (
      select coalesce(jsonb_agg(listed.document order by listed.live_since desc), '[]') from (
        select public.release_document(r) as document, r.live_since from public.remote_releases r
          where r.name = o.name and r.version is distinct from o.live_version and r.live_since is not null
            and r.withdrawn_at is null and r.removed_at is null
          order by r.live_since desc limit p_limit) as listed))
    from public.remote_rollouts o where o.name = p_name and o.live_version is not null;
$$;

-- A rollout as the API returns it.
create function public.rollout_document(p_row public.remote_rollouts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('name', p_row.name, 'generation', p_row.generation, 'live', p_row.live_version,
    'previous', public.release_before(p_row.name, p_row.live_version),
    'canary', case when p_row.canary_version is not null then jsonb_build_object('version', p_row.canary_version,
      'percent', p_row.canary_percent, 'since', p_row.canary_since) end,
    'halted', case when p_row.halted_version is not null then jsonb_build_object('version', p_row.halted_version,
      'at', p_row.halted_at, 'reason', p_row.halted_reason) end,
    'retired', case when p_row.retired_at is not null then jsonb_build_object('version', p_row.retired_version,
      'at', p_row.retired_at, 'redirectTo', p_row.redirect_to) end,
    'updatedAt', p_row.updated_at);
$$;

-- All rollouts, each with the releases that it names: live, canary, fallback, and the last one of a retired remote.
create function public.rollouts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select public.rollout_document(o) || jsonb_build_object('releases', (
      select coalesce(jsonb_agg(public.release_document(r)), '[]') from public.remote_releases r
        where r.name = o.name and r.version in
          (o.live_version, o.canary_version, o.retired_version, public.release_before(o.name, o.live_version))))
    from public.remote_rollouts o order by o.name;
$$;

-- Serialises all changes of one remote until the end of the transaction.
create function public.lock_remote(p_name text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight release ' || p_name, 0));
$$;

create function public.log_remote(p_name text, p_version text, p_action text, p_actor text, p_message text)
returns void language sql set search_path = '' as $$
  insert into public.remote_events (name, version, action, actor, message, generation)
    values (p_name, p_version, p_action, p_actor, coalesce(p_message, ''),
      coalesce((select generation from public.remote_rollouts where name = p_name), 0));
$$;

-- Copies changes by the operator or an administrator into the audit log.
create function public.log_operator_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.actor = 'operator' or new.actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform public.log_admin_action(case new.actor when 'operator' then 'admin key' else new.actor end,
      'remote-' || new.action, new.name,
      jsonb_build_object('version', new.version, 'message', left(new.message, 500), 'generation', new.generation));
  end if;
  return new;
end $$;

create trigger remote_events_audit after insert on public.remote_events
  for each row execute function public.log_operator_event();

-- Registers an upload for `p_seconds`. @returns its id, and whether this release is already published; null while other
-- work runs on this version
create function public.begin_upload(p_name text, p_version text, p_actor text, p_seconds int, p_content text default '')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  if exists (select from public.remote_uploads where name = p_name and version = p_version
      and content <> p_content and expires_at > now() - interval '1 minute') then
    return null;
  end if;
  insert into public.remote_uploads (name, version, actor, expires_at, content)
    values (p_name, p_version, p_actor, now() + make_interval(secs => p_seconds), p_content) returning id into v_id;
  return jsonb_build_object('id', v_id, 'published', exists (
    select from public.remote_releases where name = p_name and version = p_version and removed_at is null));
end $$;

-- Registers the removal of the files of a version that is neither published nor being uploaded. @returns its id for
-- `end_upload`, or null for any other version
create function public.begin_removal(p_name text, p_version text, p_seconds int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  if p_version in (select public.expected_bundles(p_name)) then
    return null;
  end if;
  insert into public.remote_uploads (name, version, actor, expires_at, content)
    values (p_name, p_version, 'propsight', now() + make_interval(secs => p_seconds), 'removal') returning id into v_id;
  return v_id;
end $$;

-- Removes the registration of an upload that failed, or of a removal. Waits for a concurrent publication of it, so the result is final.
create function public.end_upload(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(name) from public.remote_uploads where id = p_id;
  delete from public.remote_uploads where id = p_id;
end $$;

-- Versions whose files must not be removed: published and not removed, or being uploaded or removed. An upload counts one
-- minute longer than it may be published, so there is no gap between the upload and its release.
create function public.expected_bundles(p_name text) returns setof text
language sql stable security definer set search_path = '' as $$
  select version from public.remote_releases where name = p_name and removed_at is null
  union
  select version from public.remote_uploads where name = p_name and expires_at > now() - interval '1 minute';
$$;

-- A release that a preview link may show, and when its links were revoked last (null: never). Null for a release that is
-- unknown, withdrawn or removed.
create function public.preview_release(p_name text, p_version text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('release', public.release_document(r), 'revokedAt', r.previews_revoked_at)
    from public.remote_releases r
    where r.name = p_name and r.version = p_version and r.withdrawn_at is null and r.removed_at is null;
$$;

-- Revokes all preview links of a release that were created until now. @throws PT404
create function public.revoke_previews(p_name text, p_version text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(p_name);
  update public.remote_releases set previews_revoked_at = clock_timestamp() where name = p_name and version = p_version;
  if not found then
    raise exception 'There is no release % %', p_name, p_version using errcode = 'PT404';
  end if;
  perform public.log_remote(p_name, p_version, 'preview-revoke', p_actor, '');
end $$;

-- Rollout, releases with load figures, and events of a remote, newest first. @throws PT404
create function public.release_history(p_name text, p_limit int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  select * into v_row from public.remote_rollouts where name = p_name;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return jsonb_build_object(
    'name', p_name,
    'rollout', public.rollout_document(v_row),
    'rollbackTo', public.rollback_target(p_name),
    'releases', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed."publishedAt" desc), '[]') from (
      select r.version, r.contract, r.size, r.message, r.published_by as "publishedBy",
        r.published_at as "publishedAt", r.live_since as "liveSince",
        case
          when r.removed_at is not null then 'removed'
          when r.version = v_row.live_version then 'live'
          when r.version = v_row.canary_version then 'canary'
          when r.withdrawn_at is not null then 'withdrawn'
          else 'published' end as state,
        public.release_verdict(r) as verdict,
        (select jsonb_build_object(
            'ok', count(*) filter (where l.outcome = 'ok'),
            'failed', count(*) filter (where l.outcome = 'failed'),
            'reporters', count(distinct l.reporter),
            'failing', count(distinct l.reporter) filter (where l.outcome = 'failed'),
            'failureRate', round(count(*) filter (where l.outcome = 'failed') / nullif(count(*), 0)::numeric, 4),
            'p50Ms', percentile_disc(0.5) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'p95Ms', percentile_disc(0.95) within group (order by l.ms) filter (where l.outcome = 'ok'),
            'kinds', (select coalesce(jsonb_object_agg(coalesce(k.kind, 'unknown'), k.count), '{}') from (
              select kind, count(*) from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed' group by kind) as k),
            'failures', (select coalesce(jsonb_agg(to_jsonb(f) order by f.at desc), '[]') from (
              select at, coalesce(kind, 'unknown') as kind, phase, detail, trace from public.release_loads
                where name = r.name and version = r.version and outcome = 'failed'
                order by at desc limit 5) as f))
          from public.release_loads l where l.name = r.name and l.version = r.version) as loads
      from public.remote_releases r where r.name = p_name order by r.published_at desc limit p_limit) as listed),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]') from (
      select id, version, action, actor, message, generation, at from public.remote_events
        where name = p_name order by id desc limit p_limit) as e));
end $$;

-- Marks releases as removed whose files may be deleted: not in use, no fallback, not among the newest `p_keep`, and not
-- live for `p_days` days. The same holds for a retired remote, so that a release of it can become live again.
-- @returns `{name, version}` of each
create function public.retire_releases(p_keep int, p_days int) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_version text;
begin
  for v_name in select name from public.remote_rollouts order by name loop
    perform public.lock_remote(v_name);
    for v_version in
      update public.remote_releases r set removed_at = now()
        from public.remote_rollouts o
        where r.name = v_name and o.name = v_name and r.removed_at is null
          and r.version is distinct from o.live_version and r.version is distinct from o.canary_version
          and r.version is distinct from public.release_before(v_name, o.live_version)
          and greatest(r.published_at, r.last_live_at) < now() - make_interval(days => p_days)
          and r.version not in (select version from public.remote_releases
            where name = v_name and removed_at is null order by published_at desc limit p_keep)
          -- Not while an upload is about to publish it again.
          and r.version not in (select version from public.remote_uploads
            where name = v_name and expires_at > now() - interval '1 minute')
        returning r.version
    loop
      perform public.log_remote(v_name, v_version, 'remove', 'propsight', '');
      return next jsonb_build_object('name', v_name, 'version', v_version);
    end loop;
  end loop;
end $$;

revoke execute on function public.release_document, public.keep_releases, public.release_before,
  public.fallback_releases, public.rollout_document, public.rollouts, public.lock_remote, public.log_remote,
  public.log_operator_event, public.begin_upload, public.begin_removal, public.end_upload, public.expected_bundles,
  public.release_history,
  public.retire_releases, public.preview_release, public.revoke_previews
  from public, anon, authenticated;
grant execute on function public.release_document, public.release_before, public.fallback_releases,
  public.rollout_document, public.rollouts, public.lock_remote, public.log_remote, public.begin_upload,
  public.begin_removal, public.end_upload, public.expected_bundles,
  public.release_history, public.retire_releases, public.preview_release, public.revoke_previews to service_role;
-- Changes of a rollout: publish, promote, roll back, halt, retire. Each one locks the remote first.

-- Locks a rollout for a change. @throws PT404 no such remote, PT409 if `p_generation` is not the current one
create function public.take_rollout(p_name text, p_generation bigint) returns public.remote_rollouts
language plpgsql set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  perform public.lock_remote(p_name);
  select * into v_row from public.remote_rollouts where name = p_name for update;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  if p_generation is not null and p_generation <> v_row.generation then
    raise exception 'Somebody else changed % in the meantime', p_name using errcode = 'PT409';
  end if;
  return v_row;
end $$;

create function public.make_live(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_old text;
begin
  select live_version into v_old from public.remote_rollouts where name = p_name;
  if v_old is distinct from p_version then
    update public.remote_releases set last_live_at = now() where name = p_name and version = v_old;
    update public.remote_releases set live_since = clock_timestamp() where name = p_name and version = p_version;
  end if;
  update public.remote_releases set withdrawn_at = null where name = p_name and version = p_version;
  -- A release that becomes live no longer counts as halted.
  update public.remote_rollouts set halted_version = null, halted_at = null, halted_reason = null
    where name = p_name and halted_version = p_version;
  update public.remote_rollouts set live_version = p_version, generation = generation + 1, updated_at = now(),
      live_generation = case when v_old is distinct from p_version then generation + 1 else live_generation end,
      retired_version = null, retired_at = null, redirect_to = null
    where name = p_name;
end $$;

create function public.end_canary(p_name text) returns void
language sql set search_path = '' as $$
  update public.remote_releases r set last_live_at = now() from public.remote_rollouts o
    where o.name = p_name and r.name = p_name and r.version = o.canary_version;
  update public.remote_rollouts set canary_version = null, canary_percent = null, canary_since = null
    where name = p_name;
$$;

-- Paths that a placement occupies in the address bar.
create function public.paths_of(p_placement jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select p_placement ->> 'path' where p_placement ->> 'mount' = 'tab'
  union all
  select jsonb_array_elements_text(p_placement -> 'paths') where p_placement ->> 'mount' = 'page';
$$;

-- Refuses a release whose paths belong to another remote now. The checks of a deploy refuse it as well, but an earlier
-- release does not pass them again, and two concurrent deploys do not see each other there. @throws PT409
create function public.claim_paths(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_taken record;
begin
  -- Serialises all remotes. Always taken after the lock of the remote itself.
  perform pg_advisory_xact_lock(hashtextextended('propsight addresses', 0));
  select theirs.path, other.name into v_taken
    from public.remote_rollouts other
    join public.remote_releases served
      on served.name = other.name and served.version in (other.live_version, other.canary_version)
    cross join lateral public.paths_of(served.placement) as theirs (path)
    where other.name <> p_name and theirs.path in (
      select public.paths_of(own.placement) from public.remote_releases own
        where own.name = p_name and own.version = p_version)
    order by other.name limit 1;
  if found then
    raise exception 'The address % of % % belongs to % now', v_taken.path, p_name, p_version, v_taken.name
      using errcode = 'PT409';
  end if;
end $$;

-- Whether a browser has reported that a release loads, or it was live before.
create function public.is_proven(p_name text, p_version text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.remote_releases
    where name = p_name and version = p_version and (worked_at is not null or live_since is not null));
$$;

-- Records an immutable release and makes it live or a canary, in one transaction.
-- @param p_options channel, percent, actor, message, upload, token (must still be valid), generation (of the rollout on
-- which the deploy is based), needsProof (a release that no browser has loaded becomes a canary on either channel), keepWithdrawn (for deploys without a human decision:
-- withdrawn releases stay withdrawn, a canary stays a canary, a retired remote stays retired)
-- @throws PT400 unknown channel, PT401 token, PT409 upload expired, path taken, older generation, or invalid canary
create function public.publish_release(p_release jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_release ->> 'name';
  v_version text := p_release ->> 'version';
  v_channel text := coalesce(p_options ->> 'channel', 'stable');
  v_percent int := coalesce((p_options ->> 'percent')::int, 10);
  v_actor text := coalesce(p_options ->> 'actor', 'operator');
  v_message text := coalesce(p_options ->> 'message', '');
  v_upload uuid := (p_options ->> 'upload')::uuid;
  v_token uuid := (p_options ->> 'token')::uuid;
  v_generation bigint := (p_options ->> 'generation')::bigint;
  v_known boolean;
  v_withdrawn boolean;
  v_row public.remote_rollouts;
begin
  if v_channel not in ('stable', 'canary') then
    raise exception 'There is no channel %', v_channel using errcode = 'PT400';
  end if;
  perform public.lock_remote(v_name);
  if v_upload is not null and not exists (
      select from public.remote_uploads
        where id = v_upload and name = v_name and version = v_version and expires_at > now()) then
    raise exception 'This upload took too long and was given up' using errcode = 'PT409';
  end if;
  if v_token is not null then
    -- The lock orders this with a revocation: it waits, or its result is visible here.
    perform from public.deploy_tokens
      where id = v_token and name = v_name and revoked_at is null and expires_at > now() for share;
    if not found then
      raise exception 'This deploy token was revoked or has expired' using errcode = 'PT401';
    end if;
  end if;
  select true, withdrawn_at is not null into v_known, v_withdrawn from public.remote_releases
    where name = v_name and version = v_version and removed_at is null;
  insert into public.remote_releases as r
      (name, version, contract, placement, entry, global_name, shared, integrity, preload, size, published_by, message)
    values (v_name, v_version, p_release ->> 'contract', nullif(p_release -> 'placement', 'null'::jsonb),
      p_release ->> 'entry', p_release ->> 'globalName', coalesce(p_release -> 'shared', '[]'),
      p_release -> 'integrity', p_release -> 'preload', (p_release ->> 'size')::bigint, v_actor, v_message)
    on conflict (name, version) do update set contract = excluded.contract, placement = excluded.placement,
      entry = excluded.entry, global_name = excluded.global_name, shared = excluded.shared,
      integrity = excluded.integrity, preload = excluded.preload, size = excluded.size, removed_at = null,
      -- The files of a restored release are kept as long as new ones.
      last_live_at = case when r.removed_at is null then r.last_live_at else now() end;
  insert into public.remote_rollouts (name) values (v_name) on conflict (name) do nothing;
  if v_known is null then
    perform public.log_remote(v_name, v_version, 'publish', v_actor, v_message);
  end if;
  delete from public.remote_uploads where id = v_upload;

  select * into v_row from public.remote_rollouts where name = v_name for update;
  if coalesce((p_options ->> 'keepWithdrawn')::boolean, false)
      and (v_withdrawn or v_row.retired_at is not null
        or v_version in (v_row.live_version, v_row.canary_version)) then
    return public.rollout_document(v_row);
  end if;
  -- The same deploy again, after a lost answer, finds its own result.
  if v_generation <> v_row.generation and not (
      (v_row.live_version is not distinct from v_version and v_row.canary_version is null)
      or (v_row.canary_version is not distinct from v_version and v_row.canary_percent = v_percent)) then
    raise exception 'Somebody else changed % in the meantime', v_name using errcode = 'PT409';
  end if;
  if v_upload is not null then
    perform public.claim_paths(v_name, v_version);
  end if;
  if v_channel = 'canary' and v_row.live_version is null then
    raise exception 'The first release of % must be stable', v_name using errcode = 'PT409';
  end if;
  if coalesce((p_options ->> 'needsProof')::boolean, false) and not public.is_proven(v_name, v_version) then
    v_channel := 'canary';
  end if;
  if v_channel = 'canary' then
    if v_row.live_version = v_version then
      raise exception '% % is live for everybody already', v_name, v_version using errcode = 'PT409';
    end if;
    if v_row.canary_version = v_version and v_row.canary_percent = v_percent then
      return public.rollout_document(v_row);
    end if;
    update public.remote_releases set withdrawn_at = null where name = v_name and version = v_version;
    if v_row.canary_version <> v_version then
      perform public.end_canary(v_name);
    end if;
    -- A new percentage continues the canary; a new version restarts its figures.
    update public.remote_rollouts set canary_version = v_version, canary_percent = v_percent,
      canary_since = case when canary_version = v_version then canary_since else clock_timestamp() end,
      halted_version = null, halted_at = null, halted_reason = null,
      generation = generation + 1, updated_at = now() where name = v_name returning * into v_row;
    perform public.log_remote(v_name, v_version, 'canary', v_actor,
      trim(v_percent || ' % ' || v_message));
  elsif v_row.live_version is distinct from v_version or v_row.canary_version is not null then
    -- A new live release ends the running canary.
    perform public.end_canary(v_name);
    perform public.make_live(v_name, v_version);
    perform public.log_remote(v_name, v_version, 'live', v_actor, v_message);
  end if;
  select * into v_row from public.remote_rollouts where name = v_name;
  return public.rollout_document(v_row);
end $$;

-- @throws PT409 without a canary, or if no browser has loaded it
create function public.promote_canary(p_name text, p_generation bigint, p_actor text, p_message text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.canary_version;
begin
  if v_version is null then
    raise exception '% has no canary to promote', p_name using errcode = 'PT409';
  end if;
  if not public.is_proven(p_name, v_version) then
    raise exception 'No browser has loaded % % yet: open its preview link, or give it to more visitors',
      p_name, v_version using errcode = 'PT409';
  end if;
  perform public.claim_paths(p_name, v_version);
  perform public.end_canary(p_name);
  perform public.make_live(p_name, v_version);
  perform public.log_remote(p_name, v_version, 'promote', p_actor, p_message);
  select * into v_row from public.remote_rollouts where name = p_name;
  return public.rollout_document(v_row);
end $$;

-- Makes another release live in place of the current one, as a step of a rollback. @throws PT409 path taken
create function public.replace_live(
  p_row public.remote_rollouts, p_target text, p_withdraw boolean, p_action text, p_actor text, p_message text)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform public.claim_paths(p_row.name, p_target);
  if p_row.canary_version = p_target then
    perform public.end_canary(p_row.name);
  end if;
  if p_withdraw then
    update public.remote_releases set withdrawn_at = now()
      where name = p_row.name and version = p_row.live_version;
  end if;
  perform public.make_live(p_row.name, p_target);
  perform public.log_remote(p_row.name, p_target, p_action, p_actor, p_message);
  return (select public.rollout_document(o) from public.remote_rollouts o where o.name = p_row.name);
end $$;

-- Makes a named release live, or the one that `rollback_target` chooses if `p_version` is null. Rolling back withdraws
-- the release that was live. A named release that was published after the live one is rolling forward: the live release
-- is not withdrawn and becomes the fallback.
-- @param p_force also if the release failed in browsers
-- @throws PT404 no such release, PT409 none, an unproven one, a failing one without `p_force`, or no name for a retired
-- remote
create function public.roll_back(
  p_name text, p_version text, p_generation bigint, p_actor text, p_message text, p_force boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_target text := coalesce(p_version, public.rollback_target(p_name) ->> 'version');
  v_target_published timestamptz;
  v_live_published timestamptz;
  v_verdict text;
begin
  if p_version is null and v_row.retired_at is not null then
    raise exception '% is retired: deploy it, or name the release to restore', p_name using errcode = 'PT409';
  end if;
  if v_target is null then
    raise exception '% has no earlier release to go back to', p_name using errcode = 'PT409';
  end if;
  if v_target = v_row.live_version then
    return public.rollout_document(v_row);
  end if;
  select r.published_at, public.release_verdict(r) into v_target_published, v_verdict from public.remote_releases r
    where r.name = p_name and r.version = v_target and r.removed_at is null;
  if not found then
    raise exception 'There is no release % of %', v_target, p_name using errcode = 'PT404';
  end if;
  if not public.is_proven(p_name, v_target) then
    raise exception '% % was never live and no browser has loaded it: deploy it', p_name, v_target
      using errcode = 'PT409';
  end if;
  if v_verdict = 'failing' and not p_force then
    raise exception '% % failed in the browsers of its visitors and becomes live only if that is confirmed',
      p_name, v_target using errcode = 'PT409';
  end if;
  select published_at into v_live_published from public.remote_releases
    where name = p_name and version = v_row.live_version;
  return public.replace_live(v_row, v_target, p_version is null or v_target_published <= v_live_published,
    'rollback', p_actor, p_message);
end $$;

-- Ends and withdraws the canary. @throws PT409 without a canary or for an older generation
create function public.halt_canary(p_name text, p_generation bigint, p_actor text, p_reason text, p_action text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.canary_version;
begin
  if v_version is null then
    raise exception '% has no canary to halt', p_name using errcode = 'PT409';
  end if;
  perform public.end_canary(p_name);
  update public.remote_releases set withdrawn_at = now() where name = p_name and version = v_version;
  update public.remote_rollouts set halted_version = v_version, halted_at = now(), halted_reason = p_reason,
    generation = generation + 1, updated_at = now() where name = p_name returning * into v_row;
  perform public.log_remote(p_name, v_version, p_action, p_actor, p_reason);
  return public.rollout_document(v_row);
end $$;

-- Removes a remote from the registry: it has no live release and no canary until a release of it is deployed or named
-- in a rollback. The releases and their files are kept.
-- @param p_redirect_to path to which the paths of the remote lead, or null
-- @throws PT404; PT409 for an older generation, or without a live release; PT400 for the shell or a path of the remote
create function public.retire_remote(
  p_name text, p_generation bigint, p_actor text, p_message text, p_redirect_to text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts := public.take_rollout(p_name, p_generation);
  v_version text := v_row.live_version;
begin
  if p_name = 'shell' then
    raise exception 'The shell cannot be retired: without it there is no page' using errcode = 'PT400';
  end if;
  if v_version is null then
    raise exception '% has no live release to retire', p_name using errcode = 'PT409';
  end if;
  if p_redirect_to in (
      select public.paths_of(placement) from public.remote_releases where name = p_name and version = v_version) then
    raise exception '% is a path of % itself', p_redirect_to, p_name using errcode = 'PT400';
  end if;
  perform public.end_canary(p_name);
  update public.remote_releases set last_live_at = now() where name = p_name and version = v_version;
  update public.remote_rollouts set live_version = null, retired_version = v_version, retired_at = now(),
    redirect_to = p_redirect_to, generation = generation + 1, updated_at = now()
    where name = p_name returning * into v_row;
  perform public.log_remote(p_name, v_version, 'retire', p_actor,
    trim(coalesce('to ' || p_redirect_to || ' ', '') || p_message));
  return public.rollout_document(v_row);
end $$;

-- Records in the history of a remote and in the audit log that the files of a release are damaged. Every instance finds
-- the damage: one row a day.
create function public.log_quarantine(p_name text, p_version text, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_remote(p_name);
  if exists (select from public.remote_events where name = p_name and action = 'quarantine'
      and version is not distinct from p_version and at > now() - interval '1 day') then
    return;
  end if;
  perform public.log_remote(p_name, p_version, 'quarantine', 'propsight', left(p_message, 500));
  perform public.log_admin_action('propsight', 'remote-quarantine', p_name,
    jsonb_build_object('version', p_version, 'message', left(p_message, 500)));
end $$;

revoke execute on function public.take_rollout, public.make_live, public.end_canary, public.paths_of,
  public.claim_paths, public.is_proven, public.publish_release, public.promote_canary, public.replace_live, public.roll_back,
  public.halt_canary, public.retire_remote, public.log_quarantine from public, anon, authenticated;
grant execute on function public.take_rollout, public.make_live, public.end_canary, public.paths_of,
  public.claim_paths, public.is_proven, public.publish_release, public.promote_canary, public.replace_live, public.roll_back,
  public.halt_canary, public.retire_remote, public.log_quarantine to service_role;
-- Load reports of browsers, what they say about a release, and the automatic halt and rollback of failing releases.

-- Visitors to whom a canary was served; `source` is a keyed hash of the network address.
create table public.release_served (
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  visitor text not null check (char_length(visitor) <= 200),
  source text not null check (char_length(source) <= 200),
  at timestamptz not null default now(),
  primary key (name, version, visitor)
);

-- One load of one remote on one page, as the browser reported it with the ticket of the page.
create table public.release_loads (
  ticket uuid not null,
  name text not null check (char_length(name) <= 31),
  version text not null check (char_length(version) <= 60),
  outcome text not null check (outcome in ('ok', 'failed')),
  kind text check (char_length(kind) <= 40),
  reporter text not null check (char_length(reporter) <= 200),
  ms int check (ms between 0 and 600000),
  at timestamptz not null default now(),
  -- Of a failure: its phase, its error without user input, and the id of the load in the logs of the API.
  phase text check (length(phase) <= 20),
  detail text check (length(detail) <= 500),
  trace text check (trace ~ '^[0-9a-f]{32}$'),
  primary key (ticket, name, version, outcome)
);

create index release_loads_by_release on public.release_loads (name, version, at);

alter table public.release_served enable row level security;
alter table public.release_loads enable row level security;
revoke all on public.release_served, public.release_loads from anon, authenticated, public;
grant all on public.release_served, public.release_loads to service_role;

-- Health of a release: visitors who were served it as a canary, signed-in users who reported a load, and those of them
-- with at least one failure. Only signed-in users count: cookies and addresses alone can neither halt a canary, nor
-- roll back a live release, nor hide a failure.
create function public.canary_health(p_name text, p_version text, p_since timestamptz)
returns table (served bigint, loaded bigint, failing bigint) language sql stable set search_path = '' as $$
  select
    (select count(*) from public.release_served where name = p_name and version = p_version and at >= p_since),
    count(distinct reporter),
    count(distinct reporter) filter (where outcome = 'failed')
  from public.release_loads
    where name = p_name and version = p_version and at >= p_since and reporter like 'user:%';
$$;

-- What is known about a release: `failing` if at least two signed-in users, and half of those who reported it, could not
-- load or render it, over all stored reports or in the last hour: the browser of one user is no evidence; else `withdrawn` by a decision against it; else `worked` if
-- one of them ever loaded it; else `untested`.
create function public.release_verdict(p_row public.remote_releases) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from unnest(array['-infinity'::timestamptz, now() - interval '1 hour']) as period (since)
        cross join lateral (
          select count(distinct reporter) as reporters,
              count(distinct reporter) filter (where outcome = 'failed') as failing
            from public.release_loads
            where name = p_row.name and version = p_row.version and at >= period.since and reporter like 'user:%') as loads
        where loads.failing > 1 and loads.failing * 2 >= loads.reporters) then 'failing'
    when p_row.withdrawn_at is not null then 'withdrawn'
    when p_row.worked_at is not null then 'worked'
    else 'untested' end;
$$;

-- The release that a rollback without a name makes live, with its verdict: of the releases that were live and were not
-- withdrawn the newest that worked, else the newest untested one, else the newest failing one. `skipped` lists the
-- releases that were live after it. Null without any.
create function public.rollback_target(p_name text) returns jsonb
language sql stable set search_path = '' as $$
  with candidates as (
    select r.version, r.live_since, r.withdrawn_at, public.release_verdict(r) as verdict
      from public.remote_releases r join public.remote_rollouts o on o.name = r.name
      where r.name = p_name and r.version is distinct from o.live_version
        and r.live_since is not null and r.removed_at is null),
  chosen as (
    select * from candidates where withdrawn_at is null
      order by array_position(array['worked', 'untested', 'failing'], verdict), live_since desc limit 1)
  select jsonb_build_object('version', chosen.version, 'verdict', chosen.verdict, 'skipped', (
      select coalesce(jsonb_agg(jsonb_build_object('version', newer.version, 'verdict', newer.verdict)
          order by newer.live_since desc), '[]')
        from candidates newer where newer.live_since > chosen.live_since))
    from chosen;
$$;

create function public.record_served(p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.release_served (name, version, visitor, source)
    select name, version, visitor, source
      from jsonb_to_recordset(p_rows) as rows (name text, version text, visitor text, source text)
    on conflict (name, version, visitor) do update set at = now();
$$;

-- Rolls a failing live release back to the release that `rollback_target` chooses, unless that one fails, too. The
-- counts are of the last hour, so that rare failures of a long-lived release do not add up. Files that did not arrive do
-- not count: an overloaded server or a network can cause that for every release. After an automatic rollback of a remote
-- the next one needs a decision first that made a release live: if the next release fails as well, the cause is probably
-- elsewhere.
-- The caller holds the lock of the remote. @returns whether the release was rolled back
create function public.roll_back_failing(p_row public.remote_rollouts, p_min_failing int, p_max_rate numeric)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_health record;
  v_target jsonb;
begin
  select count(distinct l.reporter) as loaded, count(distinct l.reporter) filter (where l.outcome = 'failed'
      and coalesce(l.kind, '') not in ('registry', 'manifest', 'entry', 'timeout')) as failing
    into v_health
    from public.remote_releases r join public.release_loads l on l.name = r.name and l.version = r.version
    where r.name = p_row.name and r.version = p_row.live_version and l.reporter like 'user:%'
      and l.at >= greatest(r.live_since, now() - interval '1 hour');
  if v_health.failing < p_min_failing or v_health.failing < p_max_rate * v_health.loaded or exists (
      select from public.remote_events e where e.name = p_row.name and e.action = 'auto-rollback'
        and not exists (select from public.remote_events decision where decision.name = e.name
          and decision.id > e.id and decision.action in ('live', 'promote', 'rollback'))) then
    return false;
  end if;
  v_target := public.rollback_target(p_row.name);
  if v_target is null or v_target ->> 'verdict' = 'failing' then
    return false;
  end if;
  -- Refuses the change if the rollout changed since it was read.
  perform public.take_rollout(p_row.name, p_row.generation);
  perform public.replace_live(p_row, v_target ->> 'version', true, 'auto-rollback', 'propsight',
    format('%s failed for %s of the %s users who loaded it in the last hour',
      p_row.live_version, v_health.failing, v_health.loaded));
  return true;
exception when sqlstate 'PT409' then
  -- The rollout changed, or another remote has the path of the earlier release.
  return false;
end $$;

-- Stores load reports, halts canaries that fail too often, and rolls back live releases that do (`p_roll_back`).
-- Reports with a ticket of another generation do not concern the current canary, and reports with a ticket from before
-- the live release became live do not concern it; they are ignored. A load in a preview proves that the release loads,
-- and causes nothing else.
-- @returns names of the remotes that were halted or rolled back now
create function public.record_loads(
  p_rows jsonb, p_min_failing int, p_max_rate numeric, p_roll_back boolean default false)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_rollouts;
  v_health record;
begin
  insert into public.release_loads (ticket, name, version, outcome, kind, reporter, ms, phase, detail, trace)
    select report.ticket, report.name, report.version, report.outcome, report.kind, report.reporter, report.ms,
        report.phase, report.detail, report.trace
      from jsonb_to_recordset(p_rows) as report (ticket uuid, name text, version text, generation bigint,
        outcome text, kind text, reporter text, ms int, phase text, detail text, trace text)
      where report.reporter like 'preview:%' or not exists (select from public.remote_rollouts o
        where o.name = report.name
          and ((o.canary_version = report.version and o.generation <> report.generation)
            or (o.live_version = report.version and o.live_generation > report.generation)))
    on conflict do nothing;
  for v_row in
    select o.* from public.remote_rollouts o
      where exists (select from jsonb_to_recordset(p_rows)
          as report (name text, version text, outcome text, reporter text)
        where report.name = o.name and report.outcome = 'failed' and report.reporter like 'user:%'
          and (report.version = o.canary_version or (p_roll_back and report.version = o.live_version)))
      order by o.name
  loop
    -- Serialised: concurrent reports would otherwise be counted without each other.
    perform public.lock_remote(v_row.name);
    if v_row.canary_version is not null then
      select * into v_health from public.canary_health(v_row.name, v_row.canary_version, v_row.canary_since);
      if v_health.failing >= p_min_failing and v_health.failing >= p_max_rate * v_health.loaded then
        begin
          perform public.halt_canary(v_row.name, v_row.generation, 'propsight',
            format('%s of the %s users who loaded it could not; it was given to %s visitors',
              v_health.failing, v_health.loaded, v_health.served), 'auto-halt');
          return next v_row.name;
          continue;
        exception when sqlstate 'PT409' then
          -- The rollout changed since it was read, so the counts do not concern the current canary.
          continue;
        end;
      end if;
    end if;
    if p_roll_back and public.roll_back_failing(v_row, p_min_failing, p_max_rate) then
      return next v_row.name;
      -- No other remote may be locked after the lock of the paths. The next report continues with the others.
      exit;
    end if;
  end loop;
  -- After the locks above, and without waiting, so that two reports cannot block each other.
  update public.remote_releases r set worked_at = now()
    from (select own.name, own.version from public.remote_releases own
      where (own.worked_at is null or own.worked_at < now() - interval '1 hour') and (own.name, own.version) in (
        select report.name, report.version
          from jsonb_to_recordset(p_rows) as report (name text, version text, outcome text, reporter text)
          where report.outcome = 'ok' and (report.reporter like 'user:%' or report.reporter like 'preview:%'))
      for no key update skip locked) as loaded
    where r.name = loaded.name and r.version = loaded.version;
end $$;

-- Removes reports after `p_days` days, and uploads that did not finish within a day.
create function public.forget_loads(p_days int) returns void
language sql security definer set search_path = '' as $$
  delete from public.release_loads where at < now() - make_interval(days => p_days);
  delete from public.release_served where at < now() - make_interval(days => p_days);
  delete from public.remote_uploads where expires_at < now() - interval '1 day';
$$;

revoke execute on function public.canary_health, public.release_verdict, public.rollback_target, public.record_served,
  public.roll_back_failing, public.record_loads, public.forget_loads from public, anon, authenticated;
grant execute on function public.canary_health, public.release_verdict, public.rollback_target, public.record_served,
  public.roll_back_failing, public.record_loads, public.forget_loads to service_role;
-- Deploy tokens. A token may deploy one remote. It has 256 random bits, so its plain hash cannot be reversed.

create table public.deploy_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  label text not null check (length(label) between 1 and 80),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create table public.deploy_token_uses (
  id bigint generated always as identity primary key,
  token_id uuid not null references public.deploy_tokens (id),
  name text not null check (char_length(name) <= 31),
  action text not null check (char_length(action) <= 40),
  outcome text not null check (outcome in ('accepted', 'expired', 'revoked', 'other-remote')),
  at timestamptz not null default now()
);

create index deploy_token_uses_by_token on public.deploy_token_uses (token_id, id desc);

alter table public.deploy_tokens enable row level security;
alter table public.deploy_token_uses enable row level security;
revoke all on public.deploy_tokens, public.deploy_token_uses from anon, authenticated, public;
grant all on public.deploy_tokens, public.deploy_token_uses to service_role;

create function public.create_deploy_token(p_name text, p_label text, p_hash text, p_days int, p_actor text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.deploy_tokens;
begin
  insert into public.deploy_tokens (name, label, hash, expires_at)
    values (p_name, p_label, p_hash, now() + make_interval(days => p_days)) returning * into v_row;
  perform public.log_remote(p_name, null, 'token-create', p_actor, p_label);
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'label', v_row.label, 'expiresAt', v_row.expires_at);
end $$;

-- Checks a token for a remote; without `p_name`, for its own. Every use of a known token is logged, refused ones too.
-- @returns the token with its `outcome`; null for an unknown token
create function public.use_deploy_token(p_hash text, p_name text, p_action text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.deploy_tokens;
  v_outcome text;
begin
  select * into v_row from public.deploy_tokens where hash = p_hash;
  if not found then
    return null;
  end if;
  v_outcome := case
    when v_row.revoked_at is not null then 'revoked'
    when v_row.expires_at <= now() then 'expired'
    when v_row.name <> p_name then 'other-remote'
    else 'accepted' end;
  insert into public.deploy_token_uses (token_id, name, action, outcome)
    values (v_row.id, coalesce(p_name, v_row.name), p_action, v_outcome);
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'label', v_row.label, 'outcome', v_outcome);
end $$;

-- @returns false if the remote has no such token
create function public.revoke_deploy_token(p_name text, p_id uuid, p_actor text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_label text;
begin
  update public.deploy_tokens set revoked_at = coalesce(revoked_at, now())
    where id = p_id and name = p_name returning label into v_label;
  if not found then
    return false;
  end if;
  perform public.log_remote(p_name, null, 'token-revoke', p_actor, v_label);
  return true;
end $$;

create function public.list_deploy_tokens(p_name text) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', t.id, 'label', t.label, 'createdAt', t.created_at, 'expiresAt', t.expires_at,
      'revokedAt', t.revoked_at, 'lastUsedAt', max(u.at), 'uses', count(u.id) filter (where u.outcome = 'accepted'),
      'refused', count(u.id) filter (where u.outcome <> 'accepted'))
    from public.deploy_tokens t left join public.deploy_token_uses u on u.token_id = t.id
    where t.name = p_name group by t.id order by t.created_at desc;
$$;

revoke execute on function public.create_deploy_token, public.use_deploy_token, public.revoke_deploy_token,
  public.list_deploy_tokens from public, anon, authenticated;
grant execute on function public.create_deploy_token, public.use_deploy_token, public.revoke_deploy_token,
  public.list_deploy_tokens to service_role;
-- Messages of the contact form. A message is stored before its mail is sent, so a failing mail server loses nothing. A
-- sender leases a message: while the lease lasts, no other sender takes it.

create table public.contact_messages (
  -- Made by the browser, so that a repeated request stores and sends one message.
  id uuid primary key,
  user_id uuid references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('general', 'support', 'feedback', 'partnership', 'bug', 'feature')),
  message text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- Attempts so far. The number identifies an attempt, so one whose lease has expired cannot postpone the next.
  attempts integer not null check (attempts >= 1),
  -- Earliest start of the next attempt: the end of the current lease, or of the wait after a failure.
  due_at timestamptz not null,
  last_error text check (char_length(last_error) <= 500)
);

create index contact_messages_due on public.contact_messages (due_at) where sent_at is null;
create index contact_messages_sent on public.contact_messages (sent_at) where sent_at is not null;
create index contact_messages_by_user on public.contact_messages (user_id);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated, service_role, public;
grant select on public.contact_messages to service_role;

-- Stores a message and leases its first attempt to the caller. Repeating the same message stores nothing and leases
-- nothing (`attempt` is null). @throws PT409 if the id was used for another message
create function public.store_contact_message(
  p_id uuid, p_user uuid, p_name text, p_email text, p_subject text, p_message text, p_lease_seconds int
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.contact_messages;
  v_user uuid;
begin
  -- Null for a deleted account whose token is still valid. Waits for a concurrent deletion.
  select id into v_user from auth.users where id = p_user for key share;
  insert into public.contact_messages (id, user_id, name, email, subject, message, attempts, due_at)
    values (p_id, v_user, p_name, p_email, p_subject, p_message, 1,
      clock_timestamp() + make_interval(secs => p_lease_seconds))
    on conflict (id) do nothing returning * into v_row;
  if found then
    return jsonb_build_object('sent', false, 'attempt', 1, 'createdAt', v_row.created_at);
  end if;
  select * into v_row from public.contact_messages where id = p_id;
  if not found or (v_row.name, v_row.email, v_row.subject, v_row.message)
      is distinct from (p_name, p_email, p_subject, p_message) then
    raise exception 'Another message was sent under this id' using errcode = 'PT409';
  end if;
  return jsonb_build_object('sent', v_row.sent_at is not null, 'attempt', null, 'createdAt', v_row.created_at);
end $$;

-- Leases the message that has been due longest; null if none is due.
create function public.claim_contact_message(p_lease_seconds int) returns jsonb
language sql security definer set search_path = '' as $$
  update public.contact_messages m
    set attempts = m.attempts + 1, due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where m.id = (
      select id from public.contact_messages where sent_at is null and due_at <= clock_timestamp()
        order by due_at limit 1 for update skip locked
    )
    returning jsonb_build_object('id', m.id, 'userId', m.user_id, 'name', m.name, 'email', m.email,
      'subject', m.subject, 'message', m.message, 'createdAt', m.created_at, 'attempt', m.attempts);
$$;

-- Stores the result of an attempt. Without an error the message is sent, whichever attempt reports it. After an error
-- the next attempt waits 1 minute, then 2, 4 … up to 6 hours, unless another attempt is already running.
create function public.settle_contact_message(p_id uuid, p_attempt int, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.contact_messages
    set sent_at = case when p_error is null then clock_timestamp() end,
      last_error = left(p_error, 500),
      due_at = clock_timestamp() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts - 1, 20)))
    where id = p_id and sent_at is null and (p_error is null or attempts = p_attempt);
$$;

-- Deletes messages `p_days` days after they were sent. @returns how many
create function public.forget_contact_messages(p_days int) returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.contact_messages where sent_at < now() - make_interval(days => p_days) returning id
  )
  select count(*)::int from gone;
$$;

revoke execute on function public.store_contact_message, public.claim_contact_message, public.settle_contact_message,
  public.forget_contact_messages from public, anon, authenticated;
grant execute on function public.store_contact_message, public.claim_contact_message, public.settle_contact_message,
  public.forget_contact_messages to service_role;
-- What operators and the start of the API read.

-- Figures for the metrics. Each one reads an index or a bounded number of rows, whatever the size of the tables.
create function public.operations_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'held', (select count(*) from public.runs where state = 'held'),
    'heldCredits', (select coalesce(sum(cost), 0) from public.runs where state = 'held'),
    'overdueHolds', (select count(*) from public.runs
      where state = 'held' and expires_at < now() - interval '5 minutes'),
    -- Checks the accounts of the newest 500 ledger rows, which include every recent error.
    'unbalanced', (select count(*) from (
        select distinct user_id from (
          select user_id from public.credit_ledger order by id desc limit 500) newest
        where user_id is not null) touched
      join public.user_profiles p using (user_id)
      where p.credits <> p.archived_credits
        + (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)),
    'openLegs', (select count(*) from public.track_legs where settled_at is null),
    'oldestOpenLegDay', (select min(league_day) from public.track_legs where settled_at is null),
    'pendingParlays', (select count(*) from public.past_parlays where outcome = 'pending'),
    'dueMessages', (select count(*) from public.contact_messages where sent_at is null and due_at <= now()),
    'releases', (select count(*) from public.remote_releases),
    'releaseBytes', (select coalesce(sum(size), 0) from public.remote_releases),
    'databaseBytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'lastBackupAt', (select at from public.admin_actions where target = 'project' and action = 'backup'
      order by id desc limit 1)
  );
$$;

-- Newest applied migration. An API that needs a later one waits for it.
create function public.database_level() returns text
language sql stable security definer set search_path = '' as $$
  select max(version) from supabase_migrations.schema_migrations;
$$;

-- Writes to the disk of the database: the sort does not fit into its memory. Changes no table.
-- @throws 53100 if the disk is full, or a hosted project is read-only because it is almost full
create function public.probe_storage() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64kB' as $$
begin
  if current_setting('default_transaction_read_only') = 'on' then
    raise exception 'The database is read-only' using errcode = '53100';
  end if;
  perform count(*) from (select md5(n::text) from generate_series(1, 8192) as n order by 1) as sorted;
end $$;

-- The time limit that applies to the statements of the caller. The check of a hosted project asks for it: the REST service
-- reads the settings of the roles at its start and when it is told to.
create function public.statement_limit() returns text
language sql stable set search_path = '' as $$
  select current_setting('statement_timeout');
$$;

revoke execute on function public.operations_figures, public.database_level, public.probe_storage,
  public.statement_limit from public, anon, authenticated;
grant execute on function public.operations_figures, public.database_level, public.probe_storage to service_role;
grant execute on function public.statement_limit to anon, service_role;

-- A statement of a user or a visitor ends after a second. PostgREST and the embedded service apply the settings of the
-- role with each request; functions of the server run as `service_role` and are not affected. Roles belong to the whole
-- cluster: set only once, because PostgreSQL refuses concurrent changes of a role.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated'] loop
    for v_attempt in 1..100 loop
      exit when exists (select from pg_catalog.pg_roles
        where rolname = v_role and rolconfig @> array['statement_timeout=1s']);
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, '1s');
      exception when internal_error then
        -- 'tuple concurrently updated'
        perform pg_catalog.pg_sleep(0.05);
      end;
    end loop;
  end loop;
end $$;

notify pgrst, 'reload config';
-- Second factor of administrators: a time-based one-time password (RFC 6238) and recovery codes.

-- One row per administrator who has set one up. Read and written by the functions below only.
create table public.admin_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Encrypted by the API: a copy of the database does not give the codes.
  secret text not null check (char_length(secret) <= 400),
  created_at timestamptz not null default now(),
  -- Null until the first code was entered; until then the factor protects nothing.
  confirmed_at timestamptz,
  -- Number of the last accepted period of 30 seconds. A code is accepted once.
  last_step bigint not null default 0,
  -- SHA-256 of the unused recovery codes.
  recovery_token_hashes text[] not null default '{}'
);

-- Sessions that have passed the second factor.
create table public.admin_factor_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  passed_at timestamptz not null default now()
);

alter table public.admin_factors enable row level security;
alter table public.admin_factor_sessions enable row level security;
revoke all on public.admin_factors, public.admin_factor_sessions from anon, authenticated, service_role, public;
grant select on public.admin_factors, public.admin_factor_sessions to service_role;

-- State of an account's factor and of a session. The secret is null without a factor.
create function public.admin_factor(p_user uuid, p_session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'enrolled', exists (select from public.admin_factors where user_id = p_user and confirmed_at is not null),
    'passed', exists (select from public.admin_factor_sessions where user_id = p_user and session_id = p_session),
    'secret', (select secret from public.admin_factors where user_id = p_user),
    'recoveryCodes', (select cardinality(recovery_token_hashes) from public.admin_factors where user_id = p_user));
$$;

-- Stores the secret of a factor that is not confirmed yet. @throws PT409 if the account has a confirmed one
create function public.begin_admin_factor(p_user uuid, p_secret text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.admin_factors as f (user_id, secret) values (p_user, p_secret)
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
      where f.confirmed_at is null;
  if not found then
    raise exception 'This account has a second factor already' using errcode = 'PT409';
  end if;
end $$;

-- Confirms a factor by its first code, and stores the recovery codes. @returns false if the code was used before
create function public.confirm_admin_factor(p_user uuid, p_session uuid, p_step bigint, p_hashes text[])
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set confirmed_at = now(), last_step = p_step, recovery_token_hashes = p_hashes
    where user_id = p_user and confirmed_at is null and last_step < p_step;
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  perform public.log_admin_action(p_user::text, 'second-factor-set', p_user::text, '{}');
  return true;
end $$;

-- Accepts the code of a period for a session, once: of two requests with the same code, one is refused.
create function public.pass_admin_factor(p_user uuid, p_session uuid, p_step bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set last_step = p_step
    where user_id = p_user and confirmed_at is not null and last_step < p_step;
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  return true;
end $$;

-- Accepts a recovery code for a session, once.
create function public.use_recovery_code(p_user uuid, p_session uuid, p_hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set recovery_token_hashes = array_remove(recovery_token_hashes, p_hash)
    where user_id = p_user and confirmed_at is not null and p_hash = any (recovery_token_hashes);
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  perform public.log_admin_action(p_user::text, 'recovery-code-used', p_user::text, '{}');
  return true;
end $$;

-- Removes the factor of an account. @throws PT404 if there is no such account or factor
create function public.remove_admin_factor(p_email text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(btrim(p_email));
  delete from public.admin_factors where user_id = v_user;
  if not found then
    raise exception 'This account has no second factor' using errcode = 'PT404';
  end if;
  delete from public.admin_factor_sessions where user_id = v_user;
  perform public.log_admin_action(p_actor, 'second-factor-removed', v_user::text, '{}');
end $$;

revoke execute on function public.admin_factor, public.begin_admin_factor, public.confirm_admin_factor,
  public.pass_admin_factor, public.use_recovery_code, public.remove_admin_factor from public, anon, authenticated;
grant execute on function public.admin_factor, public.begin_admin_factor, public.confirm_admin_factor,
  public.pass_admin_factor, public.use_recovery_code, public.remove_admin_factor to service_role;
-- Prices of bookmakers: read by one background job, stored here, and served to users by the API. All instants are league
-- time, which differs from the database's clock with a sample or replayed league; functions receive it.

-- Games as the odds service lists them.
create table public.odds_events (
  id text primary key check (char_length(id) between 1 and 64),
  starts_at timestamptz not null,
  league_day date not null,
  -- Club codes.
  home text not null check (char_length(home) between 1 and 8),
  away text not null check (char_length(away) between 1 and 8),
  -- The league's game number; null if the schedule has no such game.
  game_pk integer,
  -- Time at which the columns above changed.
  changed_at timestamptz not null,
  -- Last read that was begun, whatever became of it.
  attempted_at timestamptz,
  -- Newest stored snapshot. It is never later than the first pitch, so in the end it is the close.
  read_at timestamptz,
  -- The same per market: {"Hits": "2026-07-18T20:00:00Z"}.
  reads jsonb not null default '{}',
  -- Names of the books: {"fanduel": "FanDuel"}.
  books jsonb not null default '{}'
);

create index odds_events_by_game on public.odds_events (game_pk);

-- The current price of each line at each book, in American odds. Both are null after the book took the line down.
create table public.odds_current (
  id bigint generated always as identity unique,
  event_id text not null references public.odds_events (id) on delete cascade,
  -- The market, as the product names it.
  stat text not null check (char_length(stat) between 1 and 60),
  -- Name as the books write it.
  player text not null check (char_length(player) between 1 and 120),
  line numeric(12, 4) not null check (line between 0 and 1000),
  book text not null check (char_length(book) between 1 and 40),
  over_odds integer check (abs(over_odds) >= 100),
  under_odds integer check (abs(under_odds) >= 100),
  -- The book's last update of the market.
  confirmed_at timestamptz not null,
  -- Time at which the current price was first read.
  seen_at timestamptz not null,
  -- The league's id and club code of the player; null if the name matches no player of the two clubs, or several.
  person_id integer,
  team text check (char_length(team) <= 8),
  primary key (event_id, stat, player, line, book)
) with (fillfactor = 80);

-- Every change of a price, append-only. Both sides are null when the book took the line down.
create table public.odds_changes (
  -- Id of the line. Not a foreign key: its check per row took a fifth of the time of storing a day. Only `store_odds`
  -- adds rows, for lines that it stores in the same statement, and the trigger below deletes those of deleted lines.
  quote_id bigint not null,
  at timestamptz not null,
  over_odds integer,
  under_odds integer,
  primary key (quote_id, at)
);

create function public.delete_odds_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.odds_changes h using deleted_lines d where h.quote_id = d.id;
  return null;
end $$;

create trigger odds_current_delete_changes after delete on public.odds_current
  referencing old table as deleted_lines for each statement execute function public.delete_odds_changes();

-- Credits of the odds service, per league day. A reservation of a process that was killed stays: its credits may have
-- been spent.
create table public.odds_budget (
  day date primary key,
  reserved integer not null default 0 check (reserved >= 0),
  spent integer not null default 0 check (spent >= 0),
  -- Credits that the service last reported as left.
  remaining integer check (remaining >= 0),
  -- Why the last read failed, as a sentence; null after a successful one.
  problem text check (char_length(problem) <= 200)
);

alter table public.odds_events enable row level security;
alter table public.odds_current enable row level security;
alter table public.odds_changes enable row level security;
alter table public.odds_budget enable row level security;
revoke all on public.odds_events, public.odds_current, public.odds_changes, public.odds_budget
  from anon, authenticated, service_role, public;
grant select on public.odds_events, public.odds_current, public.odds_changes, public.odds_budget to service_role;

-- Reading

-- Stores the service's list of games. An older list overwrites nothing newer. Forgets the problem of earlier lists: one of
-- a read stays until a read of the game succeeds.
-- @param p_day league day of the list; null for the games of a snapshot
-- @param p_events list of `{id, startsAt, day, home, away, gamePk}`
-- @returns `events`: `{id, attemptedAt, readAt}` of these games; `budget`: credits of the day, null before the first
create function public.record_odds_events(p_at timestamptz, p_day date, p_events jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.odds_events as e (id, starts_at, league_day, home, away, game_pk, changed_at)
    select id, "startsAt", day, home, away, "gamePk", p_at
      from jsonb_to_recordset(p_events)
        as l (id text, "startsAt" timestamptz, day date, home text, away text, "gamePk" integer)
      order by id
    on conflict (id) do update set starts_at = excluded.starts_at, league_day = excluded.league_day,
        home = excluded.home, away = excluded.away, game_pk = coalesce(excluded.game_pk, e.game_pk),
        changed_at = excluded.changed_at
      where e.changed_at < excluded.changed_at
        and (e.starts_at, e.league_day, e.home, e.away, e.game_pk)
          is distinct from (excluded.starts_at, excluded.league_day, excluded.home, excluded.away,
            coalesce(excluded.game_pk, e.game_pk));
  if p_day is not null then
    update public.odds_budget set problem = null
      where problem is not null and not exists (select from public.odds_events e
        where e.starts_at > p_at and e.attempted_at > coalesce(e.read_at, '-infinity'));
  end if;
  return jsonb_build_object(
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'attemptedAt', e.attempted_at,
        'readAt', e.read_at)), '[]')
      from public.odds_events e join jsonb_array_elements(p_events) as l (event) on e.id = l.event ->> 'id'),
    'budget', (select jsonb_build_object('reserved', b.reserved, 'spent', b.spent, 'remaining', b.remaining)
      from public.odds_budget b where b.day = p_day));
end $$;

-- Reserves credits for a read of a game, if the day's limit and the service's remaining credits allow it. Concurrent
-- calls of several instances never exceed the limit together. @returns whether they are reserved
create function public.reserve_odds_credits(p_day date, p_limit integer, p_credits integer, p_event text,
  p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.odds_budget (day) values (p_day) on conflict (day) do nothing;
  update public.odds_budget set reserved = reserved + p_credits
    where day = p_day and reserved + spent + p_credits <= p_limit
      and (remaining is null or reserved + p_credits <= remaining);
  if not found then
    return false;
  end if;
  update public.odds_events set attempted_at = p_at where id = p_event;
  return true;
end $$;

-- Replaces a reservation by what the read cost.
-- @param p_remaining credits that the service reports as left; null if it reported none
-- @param p_problem why the read failed, as a sentence; null if it succeeded
create function public.settle_odds_credits(p_day date, p_reserved integer, p_spent integer, p_remaining integer,
  p_problem text) returns void
language sql security definer set search_path = '' as $$
  insert into public.odds_budget as b (day, spent, remaining, problem)
    values (p_day, p_spent, p_remaining, left(p_problem, 200))
    on conflict (day) do update set reserved = greatest(0, b.reserved - p_reserved), spent = b.spent + excluded.spent,
      remaining = coalesce(excluded.remaining, b.remaining), problem = excluded.problem;
$$;

-- Stores snapshots: all prices of some markets of games at one time. Updates the current prices, appends what changed,
-- and marks lines that a snapshot lacks as taken down. A market that was read at the same time or later is skipped, and
-- so is a game that has begun: the last snapshot before the first pitch is the close.
-- @param p_events list of `{id, startsAt, day, home, away, gamePk, stats, books, quotes}`: `stats` the markets that were
--   read, `books` their names by key, `quotes` `[stat, player, personId, team, line, book, over, under, confirmedAt]`;
--   of several quotes of one line, the first counts
-- @returns `changes`: new, changed and removed prices; `takenDown`: removed ones among them
create function public.store_odds(p_at timestamptz, p_events jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_event jsonb;
  v_id text;
  v_known public.odds_events;
  v_stats text[];
  v_changes integer := 0;
  v_down integer := 0;
  v_more record;
begin
  perform public.record_odds_events(p_at, null, p_events);
  -- A fixed order, so that two instances wait for each other instead of deadlocking.
  for v_event in select value from jsonb_array_elements(p_events) order by value ->> 'id' loop
    v_id := v_event ->> 'id';
    select * into v_known from public.odds_events where id = v_id for update;
    v_stats := array(select stat from jsonb_array_elements_text(v_event -> 'stats') as s (stat)
      where p_at < v_known.starts_at and p_at > coalesce((v_known.reads ->> stat)::timestamptz, '-infinity'));
    continue when v_stats = '{}';
    with given as materialized (
      select distinct on (q ->> 0, q ->> 1, (q ->> 4)::numeric, q ->> 5)
          q ->> 0 as stat, q ->> 1 as player, (q ->> 2)::integer as person_id, q ->> 3 as team,
          (q ->> 4)::numeric as line, q ->> 5 as book, (q ->> 6)::integer as over_odds,
          (q ->> 7)::integer as under_odds, (q ->> 8)::timestamptz as confirmed_at
        from jsonb_array_elements(v_event -> 'quotes') with ordinality as list (q, position)
        where q ->> 0 = any(v_stats)
        order by 1, 2, 5, 6, position
    ), gone as (
      update public.odds_current c set over_odds = null, under_odds = null, seen_at = p_at
        where c.event_id = v_id and c.stat = any(v_stats) and (c.over_odds is not null or c.under_odds is not null)
          and (c.stat, c.player, c.line, c.book) not in (select g.stat, g.player, g.line, g.book from given g)
        returning c.id, c.over_odds, c.under_odds, c.seen_at
    ), stored as (
      insert into public.odds_current as c (event_id, stat, player, line, book, over_odds, under_odds, confirmed_at,
          seen_at, person_id, team)
        select v_id, g.stat, g.player, g.line, g.book, g.over_odds, g.under_odds, g.confirmed_at, p_at, g.person_id,
            g.team
          from given g
        on conflict (event_id, stat, player, line, book) do update set over_odds = excluded.over_odds,
            under_odds = excluded.under_odds, confirmed_at = excluded.confirmed_at,
            seen_at = case when (c.over_odds, c.under_odds) is distinct from (excluded.over_odds, excluded.under_odds)
              then excluded.seen_at else c.seen_at end,
            person_id = coalesce(excluded.person_id, c.person_id), team = coalesce(excluded.team, c.team)
          where (c.over_odds, c.under_odds, c.confirmed_at, c.person_id, c.team)
            is distinct from (excluded.over_odds, excluded.under_odds, excluded.confirmed_at,
              coalesce(excluded.person_id, c.person_id), coalesce(excluded.team, c.team))
        returning c.id, c.over_odds, c.under_odds, c.seen_at
    ), added as (
      insert into public.odds_changes (quote_id, at, over_odds, under_odds)
        select id, p_at, over_odds, under_odds from stored where seen_at = p_at
        union all select id, p_at, null, null from gone
        returning quote_id
    )
    select (select count(*) from added) as changes, (select count(*) from gone) as down into v_more;
    v_changes := v_changes + v_more.changes;
    v_down := v_down + v_more.down;
    update public.odds_events set read_at = greatest(read_at, p_at), books = books || (v_event -> 'books'),
        reads = reads || (select jsonb_object_agg(stat, p_at) from unnest(v_stats) as s (stat))
      where id = v_id;
  end loop;
  return jsonb_build_object('changes', v_changes, 'takenDown', v_down);
end $$;

-- Deletes games, with their prices, two weeks after the first pitch, and the credits of earlier months.
-- @param p_limit most games of a call @returns how many games were deleted
create function public.forget_odds(p_now timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.odds_budget where day < (p_now - interval '60 days')::date;
  delete from public.odds_events where id in (
    select id from public.odds_events where starts_at < p_now - interval '14 days' order by id limit p_limit);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- Serving

-- The current prices of a league day, one changed game at a time, so that no answer has more than a game's. Of the events of
-- one game, only the one that was read last counts: a game that was moved may have been read under its former id, too, and
-- its books would count twice.
-- @param p_known versions of the games that the caller has, by event
-- @returns `days`: the newest 14 days with prices; `readAt`, `problem`: of all games; `versions`: the games of this day by
--   event; `changed`: the first game whose version differs from `p_known`, if any, with its event, `books` (names by key)
--   and `props`. A prop is `[stat, player, personId, team, quotes]`, a quote `[book, line, over, under, confirmedAt, seenAt]`.
create function public.odds_of_day(p_day date, p_known jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with versions as (
    select e.id, md5(e.changed_at::text || e.reads) as version from public.odds_events e
      where e.league_day = p_day and e.read_at is not null
        and not exists (select from public.odds_events o
          where o.game_pk = e.game_pk and (o.read_at, o.id) > (e.read_at, e.id))
  ), props as (
    select c.stat, c.player, max(c.person_id) as person_id, max(c.team) as team,
        jsonb_agg(jsonb_build_array(c.book, c.line, c.over_odds, c.under_odds, c.confirmed_at, c.seen_at)
          order by c.book, c.line) as quotes
      from public.odds_current c
      where c.event_id = (select v.id from versions v where v.version is distinct from p_known ->> v.id order by 1 limit 1)
        and (c.over_odds is not null or c.under_odds is not null)
      group by c.stat, c.player
  )
  select jsonb_build_object(
    'readAt', (select max(e.read_at) from public.odds_events e),
    'problem', (select b.problem from public.odds_budget b order by b.day desc limit 1),
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from (
      select distinct e.league_day as day from public.odds_events e
        where exists (select from public.odds_current c where c.event_id = e.id) order by 1 desc limit 14) as newest),
    'versions', (select coalesce(jsonb_object_agg(v.id, v.version), '{}') from versions v),
    'changed', (
      select jsonb_build_object('event', jsonb_build_object('id', e.id, 'startsAt', e.starts_at, 'day', e.league_day,
          'home', e.home, 'away', e.away, 'gamePk', e.game_pk), 'books', e.books,
          'props', (select coalesce(jsonb_agg(jsonb_build_array(stat, player, person_id, team, quotes)
            order by stat, player), '[]') from props))
        from versions v join public.odds_events e using (id)
        where v.version is distinct from p_known ->> v.id order by v.id limit 1));
$$;

-- `odds_of_day` for an API of the previous release.
create function public.odds_board(p_from date, p_to date, p_after text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_events text[] := array(
    select e.id from public.odds_events e
      where e.league_day between p_from and p_to and e.read_at is not null
        and not exists (select from public.odds_events o
          where o.game_pk = e.game_pk and (o.read_at, o.id) > (e.read_at, e.id)));
  v_version text;
  v_board jsonb;
begin
  select md5(string_agg(e.id || e.changed_at || e.reads, '' order by e.id)) into v_version from public.odds_events e
    where e.id = any(v_events);
  v_board := jsonb_build_object('version', v_version,
    'readAt', (select max(e.read_at) from public.odds_events e),
    'problem', (select b.problem from public.odds_budget b order by b.day desc limit 1),
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from (
      select distinct e.league_day as day from public.odds_events e
        where exists (select from public.odds_current c where c.event_id = e.id) order by 1 desc limit 14) as newest));
  if v_version is not distinct from p_after then
    return v_board;
  end if;
  return v_board || (
    with props as (
      select c.event_id, c.stat, c.player, max(c.person_id) as person_id, max(c.team) as team,
          jsonb_agg(jsonb_build_array(c.book, c.line, c.over_odds, c.under_odds, c.confirmed_at, c.seen_at)
            order by c.book, c.line) as quotes
        from public.odds_current c
        where c.event_id = any(v_events) and (c.over_odds is not null or c.under_odds is not null)
        group by c.event_id, c.stat, c.player
    ), events as (
      select e.* from public.odds_events e where e.id in (select event_id from props)
    )
    select jsonb_build_object(
      'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'startsAt', starts_at, 'day', league_day,
          'home', home, 'away', away, 'gamePk', game_pk) order by starts_at, id), '[]') from events),
      'books', (select coalesce(jsonb_object_agg(book.key, book.value), '{}')
        from events, jsonb_each(events.books) as book),
      'props', (select coalesce(jsonb_agg(jsonb_build_array(event_id, stat, player, person_id, team, quotes)
          order by event_id, stat, player), '[]') from props)));
end $$;

-- All prices of one prop since it was first read, oldest first: `[at, book, line, over, under]`, at most 20000.
create function public.odds_history(p_event text, p_stat text, p_player text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(at, book, line, over_odds, under_odds) order by at, book, line), '[]')
    from (
      select h.at, c.book, c.line, h.over_odds, h.under_odds
        from public.odds_current c join public.odds_changes h on h.quote_id = c.id
        where c.event_id = p_event and c.stat = p_stat and c.player = p_player
        order by h.at desc limit 20000) as newest;
$$;

-- The prices of all books as of past instants: the last change of each book at or before it.
-- @param p_requests list of `{game_pk, person_id, stat, line, at}`; without `line` those of all lines, without `at` the
--   last prices before the first pitch
-- @returns in the order of the requests `{startsAt, readAt, books, quotes}`, or null for a game without prices. `readAt`
--   is the last read of the market before the first pitch, `books` the names of the books by key. A quote is `[book, line, over, under, at]`, without lines that were
--   taken down.
create function public.odds_at(p_requests jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(answer.prices order by r.position), '[]')
    from jsonb_array_elements(p_requests) with ordinality as r (request, position)
    left join lateral (
      select jsonb_build_object('startsAt', e.starts_at, 'readAt', e.reads -> (r.request ->> 'stat'),
          'books', e.books,
          'quotes', (select coalesce(jsonb_agg(jsonb_build_array(c.book, c.line, h.over_odds, h.under_odds, h.at)
              order by c.book, c.line), '[]')
            from public.odds_current c
            cross join lateral (
              select h.at, h.over_odds, h.under_odds from public.odds_changes h
                where h.quote_id = c.id
                  and (r.request ->> 'at' is null or h.at <= (r.request ->> 'at')::timestamptz)
                order by h.at desc limit 1) as h
            where c.event_id = e.id and c.stat = r.request ->> 'stat'
              and c.person_id = (r.request ->> 'person_id')::integer
              and (r.request ->> 'line' is null or c.line = (r.request ->> 'line')::numeric)
              and (h.over_odds is not null or h.under_odds is not null))) as prices
        from public.odds_events e
        where e.game_pk = (r.request ->> 'game_pk')::integer and e.read_at is not null
        order by e.read_at desc limit 1) as answer on true;
$$;

-- Changes of the prices of props after an instant, oldest first, at most 20000. A snapshot is stored some seconds after
-- the time of its changes: pass an instant before the last one that was seen, and ignore known pairs of quote and time.
-- @param p_props list of `{game_pk, person_id, stat}`; without `game_pk` in all games
-- @returns list of `{prop, quote, event, startsAt, player, book, line, over, under, beforeOver, beforeUnder, at}`: `prop`
--   the position in the list from 0, `before…` the previous price, null for a new line
create function public.odds_changes_since(p_since timestamptz, p_props jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(change order by at, prop, quote), '[]') from (
    select h.at, p.position - 1 as prop, c.id as quote,
        jsonb_build_object('prop', p.position - 1, 'quote', c.id, 'event', e.id, 'startsAt', e.starts_at,
          'player', c.player, 'book', c.book, 'line', c.line, 'over', h.over_odds, 'under', h.under_odds,
          'beforeOver', b.over_odds, 'beforeUnder', b.under_odds, 'at', h.at) as change
      from jsonb_array_elements(p_props) with ordinality as p (wanted, position)
      join public.odds_events e on p.wanted ->> 'game_pk' is null or e.game_pk = (p.wanted ->> 'game_pk')::integer
      join public.odds_current c on c.event_id = e.id and c.stat = p.wanted ->> 'stat'
        and c.person_id = (p.wanted ->> 'person_id')::integer
      join public.odds_changes h on h.quote_id = c.id and h.at > p_since
      left join lateral (
        select earlier.over_odds, earlier.under_odds from public.odds_changes earlier
          where earlier.quote_id = c.id and earlier.at < h.at order by earlier.at desc limit 1) as b on true
      where e.read_at > p_since
      order by h.at limit 20000) as found;
$$;

-- Figures for the metrics. `readAt` is the last successful read; the credits are those of a league day.
create function public.odds_figures(p_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'readAt', (select max(read_at) from public.odds_events),
    'used', coalesce((select spent + reserved from public.odds_budget where day = p_day), 0),
    'remaining', (select remaining from public.odds_budget where remaining is not null order by day desc limit 1));
$$;

revoke execute on function public.delete_odds_changes, public.record_odds_events, public.reserve_odds_credits, public.settle_odds_credits,
  public.store_odds, public.forget_odds, public.odds_of_day, public.odds_board, public.odds_history, public.odds_at,
  public.odds_changes_since, public.odds_figures from public, anon, authenticated;
grant execute on function public.record_odds_events, public.reserve_odds_credits, public.settle_odds_credits,
  public.store_odds, public.forget_odds, public.odds_of_day, public.odds_board, public.odds_history, public.odds_at,
  public.odds_changes_since, public.odds_figures to service_role;
-- Closing-line value: the prices of recorded lines (`track_legs`) at the start of their game, from the quotes of `odds_changes`.

-- Lines with a price whose game has begun and whose closing prices are not stored.
-- @param p_now the league's time
create function public.unclosed_legs(p_now timestamptz, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from (
    select t.id, t.game_pk, t.person_id, t.stat_type, t.line, t.side, t.price_book
      from public.track_legs t
      where t.no_vig is not null and t.closed_at is null and t.status <> 'no-game'
        and (select max(e.starts_at) from public.odds_events e where e.game_pk = t.game_pk) <= p_now
      order by t.id limit least(p_limit, 1000)) as u;
$$;

-- Stores closing prices, once per line. @param p_results list of `{id, price, no_vig}` @returns how many rows changed
create function public.close_legs(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
begin
  perform from public.track_legs
    where id in (select r.id from jsonb_to_recordset(p_results) as r (id uuid)) order by id for update;
  update public.track_legs t
    set closing_price = r.price, closing_no_vig = r.no_vig, closed_at = now()
    from jsonb_to_recordset(p_results) as r (id uuid, price int, no_vig numeric)
    where t.id = r.id and t.closed_at is null;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on function public.unclosed_legs, public.close_legs from public, anon, authenticated;
grant execute on function public.unclosed_legs, public.close_legs to service_role;
-- Alerts about saved and starred props. A background job compares each watched prop with its baseline, raises alerts,
-- and sends them by push and mail. First pitches are league time, which differs from the database's clock with a sample
-- or replayed league; functions receive it.

-- Props that a user watches without having saved a pick. Users read and write their own rows directly from the browser.
create table public.starred_props (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  game_pk integer not null check (game_pk > 0),
  person_id integer not null check (person_id > 0),
  -- The market, as the product names it.
  stat_type text not null check (char_length(stat_type) between 1 and 60),
  -- Null for the consensus line, whichever it is.
  line numeric(12, 4) check (line between 0 and 1000),
  side text check (side in ('OVER', 'UNDER')),
  player_name text not null check (char_length(player_name) between 1 and 120 and public.is_plain_text(player_name)),
  team text not null default '' check (char_length(team) <= 40),
  league_day date not null,
  created_at timestamptz not null default now(),
  primary key (user_id, game_pk, person_id, stat_type)
);

comment on table public.starred_props is 'Users write their own rows.';

create index starred_props_by_day on public.starred_props (league_day, user_id);

-- What a user wants to be alerted about, and how. A user without a row has the defaults.
create table public.alert_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  -- Stops all alerts, on all channels.
  stopped boolean not null default false,
  line_moved boolean not null default true,
  not_in_lineup boolean not null default true,
  starter_changed boolean not null default true,
  side_changed boolean not null default true,
  in_app boolean not null default true,
  push boolean not null default false,
  mail boolean not null default false,
  -- Push and mail wait from the first to the second of these minutes of the day, in `time_zone`; null for no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- IANA name. The sender counts an unknown zone as UTC.
  time_zone text not null default 'UTC' check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  check ((quiet_from is null) = (quiet_to is null))
);

comment on table public.alert_settings is 'Users write their own rows.';

-- What a user was alerted about.
create table public.alerts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Identifies the event: prop, kind and state. One event is one row, whichever instance detects it, however often.
  key text not null check (char_length(key) between 1 and 200),
  kind text not null check (kind in ('line-moved', 'not-in-lineup', 'starter-changed', 'side-changed')),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 600),
  -- Where the alert leads to on the site.
  path text not null check (path ~ '^/([A-Za-z0-9?]|$)' and char_length(path) <= 200),
  -- First pitch. Pushes and mails are not sent after it.
  starts_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (user_id, key)
);

create index alerts_newest on public.alerts (created_at);

alter table public.starred_props enable row level security;
alter table public.alert_settings enable row level security;
alter table public.alerts enable row level security;
revoke all on public.starred_props, public.alert_settings, public.alerts
  from anon, authenticated, service_role, public;
grant select, insert, update, delete on public.starred_props to authenticated;
grant select, insert, update on public.alert_settings to authenticated;
grant select on public.alerts to authenticated;
grant select on public.starred_props, public.alert_settings, public.alerts to service_role;
create policy "users read their own stars" on public.starred_props
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "users add their own stars" on public.starred_props
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own stars" on public.starred_props
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "users delete their own stars" on public.starred_props
  for delete to authenticated using ((select auth.uid()) = user_id);
create policy "users read their own alert settings" on public.alert_settings
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "users add their own alert settings" on public.alert_settings
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "users change their own alert settings" on public.alert_settings
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "users read their own alerts" on public.alerts
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.starred_props as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.alert_settings as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.alerts as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Sets the time of a star and limits the stars of a user. Parallel inserts wait for the lock of the profile.
-- @throws PT409 for more than 100 stars
create function public.limit_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := clock_timestamp();
  perform from public.user_profiles where user_id = new.user_id for update;
  if (select count(*) from public.starred_props s where s.user_id = new.user_id
      and (s.game_pk, s.person_id, s.stat_type) <> (new.game_pk, new.person_id, new.stat_type)) >= 100 then
    raise exception 'At most 100 props can be starred at a time' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger starred_props_limit before insert or update on public.starred_props
  for each row execute function public.limit_stars();

-- What a user last learned about a prop, by an alert or when it was saved. The job compares the current state with it.
create table public.alert_baselines (
  user_id uuid not null references auth.users (id) on delete cascade,
  game_pk integer not null,
  person_id integer not null,
  stat_type text not null,
  league_day date not null,
  -- Number of changes. A change that another instance has made meanwhile is refused by it.
  revision integer not null,
  state jsonb not null check (octet_length(state::text) <= 2048),
  primary key (user_id, game_pk, person_id, stat_type)
);

create index alert_baselines_by_day on public.alert_baselines (league_day);

-- Browsers that receive pushes. A subscription ends with its session, so no push arrives after sign-out.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Address at the push service of the browser. The API accepts known services only.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- Keys of the browser (RFC 8291), base64url.
  p256dh text not null check (char_length(p256dh) between 80 and 100),
  auth text not null check (char_length(auth) between 20 and 40),
  created_at timestamptz not null default clock_timestamp()
);

create index push_subscriptions_by_user on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on public.push_subscriptions (session_id);

-- Pushes and mails of alerts: one row per alert and receiver. A sender leases the due rows of one receiver: while the
-- lease lasts, no other sender takes them.
create table public.alert_deliveries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  alert_id bigint not null references public.alerts (id) on delete cascade,
  channel text not null check (channel in ('push', 'mail')),
  subscription_id uuid references public.push_subscriptions (id) on delete cascade,
  attempts integer not null default 0,
  -- Earliest start of the next attempt: the end of the lease, of the wait after a failure, or of the quiet hours.
  due_at timestamptz not null default clock_timestamp(),
  lease uuid,
  -- How it ended: sent, too late (the game had begun), or off (turned off before it was sent).
  outcome text check (outcome in ('sent', 'late', 'off')),
  ended_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  unique nulls not distinct (alert_id, channel, subscription_id),
  check ((channel = 'push') = (subscription_id is not null)),
  check ((outcome is null) = (ended_at is null))
);

create index alert_deliveries_due on public.alert_deliveries (due_at) where outcome is null;
create index alert_deliveries_by_lease on public.alert_deliveries (lease) where lease is not null;
create index alert_deliveries_by_user on public.alert_deliveries (user_id);
create index alert_deliveries_by_subscription on public.alert_deliveries (subscription_id);

alter table public.alert_baselines enable row level security;
alter table public.push_subscriptions enable row level security;
alter table public.alert_deliveries enable row level security;
revoke all on public.alert_baselines, public.push_subscriptions, public.alert_deliveries
  from anon, authenticated, service_role, public;
grant select on public.alert_baselines, public.push_subscriptions, public.alert_deliveries to service_role;

-- Detection

create index track_legs_watched on public.track_legs (user_id, league_day) where status = 'pending';

-- The watched props of a page of users, ordered by user: the lines of saved picks, and starred props. A prop that is
-- saved several times counts once, with the newest line; at most 200 props of a user, the newest ones. Users who stopped
-- all alerts watch nothing.
-- @param p_after last user of the previous page, null for the first page
-- @returns `last`: last user of the page, null after the last page; `watches`: `{userId, gamePk, personId, statType,
--   leagueDay, playerName, team, line, side, oddsType, since, isSaved, revision, state}`. `revision` is 0 and `state` null
--   before the first comparison.
create function public.alert_watches(p_from date, p_to date, p_after uuid, p_users int) returns jsonb
language sql stable security definer set search_path = '' as $$
  with watching as materialized (
    select user_id from (
      (select distinct t.user_id from public.track_legs t
        where t.status = 'pending' and t.league_day between p_from and p_to and (p_after is null or t.user_id > p_after)
        order by t.user_id limit p_users)
      union
      (select distinct s.user_id from public.starred_props s
        where s.league_day between p_from and p_to and (p_after is null or s.user_id > p_after)
        order by s.user_id limit p_users)) as some_users
      order by user_id limit p_users
  )
  select jsonb_build_object(
    'last', (select user_id from watching order by user_id desc limit 1),
    'watches', (select coalesce(jsonb_agg(jsonb_build_object('userId', w.user_id, 'gamePk', p.game_pk,
        'personId', p.person_id, 'statType', p.stat_type, 'leagueDay', p.league_day, 'playerName', p.player_name,
        'team', p.team, 'line', p.line, 'side', p.side, 'oddsType', p.odds_type, 'since', p.since,
        'isSaved', p.is_saved, 'revision', coalesce(b.revision, 0), 'state', b.state)
        order by w.user_id, p.game_pk, p.person_id, p.stat_type), '[]')
      from watching w
      cross join lateral (
        select newest.* from (
          select distinct on (each.game_pk, each.person_id, each.stat_type) each.* from (
            select t.game_pk, t.person_id, t.stat_type, t.league_day, t.player_name, t.team, t.line, t.side,
                t.odds_type, t.promised_at as since, true as is_saved
              from public.track_legs t join public.my_picks m on m.user_id = t.user_id and m.id = t.pick_id
              where t.user_id = w.user_id and t.status = 'pending' and t.league_day between p_from and p_to
                and t.game_pk is not null and t.person_id is not null and m.expires_at > now()
            union all
            select s.game_pk, s.person_id, s.stat_type, s.league_day, s.player_name, s.team, s.line, s.side,
                'standard', s.created_at, false
              from public.starred_props s where s.user_id = w.user_id and s.league_day between p_from and p_to) as each
            order by each.game_pk, each.person_id, each.stat_type, each.is_saved desc, each.since desc) as newest
          order by newest.since desc limit 200) as p
      left join public.alert_baselines b on b.user_id = w.user_id and b.game_pk = p.game_pk
        and b.person_id = p.person_id and b.stat_type = p.stat_type
      where not exists (select from public.alert_settings t where t.user_id = w.user_id and t.stopped)));
$$;

-- Stores new baselines of watched props and raises the alerts of their changes. A change counts if the baseline still
-- has its revision, so a change that two instances detect counts once. Several props of a user may have one event in
-- common, which is stored once. Queues pushes and mails for users who turned them on.
-- @param p_changes list of `{userId, gamePk, personId, statType, leagueDay, startsAt, revision, state, events}`, an event
--   is `{key, kind, title, body, path}`
-- @returns number of new alerts per kind
create function public.raise_alerts(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_raised jsonb;
begin
  -- Ids of alerts are committed in ascending order, so a client that knows the newest one misses none.
  perform pg_advisory_xact_lock(hashtext('propsight raise_alerts'));
  with changes as materialized (
    select * from jsonb_to_recordset(p_changes) as c ("userId" uuid, "gamePk" integer, "personId" integer,
      "statType" text, "leagueDay" date, "startsAt" timestamptz, revision integer, state jsonb, events jsonb)
  ), users as materialized (
    -- Waits for a concurrent deletion or exclusion.
    select id from auth.users where id in (select "userId" from changes) order by id for key share
  ), stored as (
    insert into public.alert_baselines as b (user_id, game_pk, person_id, stat_type, league_day, revision, state)
      select c."userId", c."gamePk", c."personId", c."statType", c."leagueDay", c.revision + 1, c.state
        from changes c join users u on u.id = c."userId"
        where public.excluded_until(u.id) is null
        order by 1, 2, 3, 4
      on conflict (user_id, game_pk, person_id, stat_type) do update
        set league_day = excluded.league_day, revision = excluded.revision, state = excluded.state
        where b.revision = excluded.revision - 1
      returning user_id, game_pk, person_id, stat_type
  ), added as (
    insert into public.alerts (user_id, key, kind, title, body, path, starts_at, read_at)
      select s.user_id, e.key, e.kind, e.title, e.body, e.path, c."startsAt",
          case when t.in_app is false then clock_timestamp() end
        from stored s
        join changes c on c."userId" = s.user_id and c."gamePk" = s.game_pk and c."personId" = s.person_id
          and c."statType" = s.stat_type
        cross join lateral jsonb_to_recordset(c.events)
          as e (key text, kind text, title text, body text, path text)
        left join public.alert_settings t on t.user_id = s.user_id
        where t.stopped is not true and case e.kind when 'line-moved' then t.line_moved
          when 'not-in-lineup' then t.not_in_lineup when 'starter-changed' then t.starter_changed
          else t.side_changed end is not false
        order by s.user_id, e.key
      on conflict (user_id, key) do nothing
      returning id, user_id, kind
  ), queued as (
    insert into public.alert_deliveries (user_id, alert_id, channel, subscription_id)
      select a.user_id, a.id, 'push', p.id
        from added a join public.alert_settings t on t.user_id = a.user_id and t.push
        join public.push_subscriptions p on p.user_id = a.user_id
      union all
      select a.user_id, a.id, 'mail', null
        from added a join public.alert_settings t on t.user_id = a.user_id and t.mail
        join public.user_profiles u on u.user_id = a.user_id and u.mailbox_proven_at is not null
  )
  select coalesce(jsonb_object_agg(kind, raised), '{}') into v_raised
    from (select kind, count(*) as raised from added group by kind) as counted;
  return v_raised;
end $$;

-- Reading

-- The newest unread alert of each user who got one within the last seconds: `{user: id}`.
create function public.newest_alerts(p_seconds int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(user_id, newest), '{}') from (
    select user_id, max(id) as newest from public.alerts
      where created_at > clock_timestamp() - make_interval(secs => p_seconds) and read_at is null
      group by user_id) as recent;
$$;

-- Marks alerts of a user as read. @returns how many
create function public.read_alerts(p_user uuid, p_ids bigint[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_read integer;
begin
  update public.alerts set read_at = clock_timestamp() where user_id = p_user and id = any(p_ids) and read_at is null;
  get diagnostics v_read = row_count;
  return v_read;
end $$;

-- Subscriptions

-- Stores the subscription of a browser for a session, and deletes the oldest ones beyond ten. The keys of a known
-- endpoint are replaced, also if another account used this browser. @returns whether the session is live
create function public.subscribe_push(p_user uuid, p_session uuid, p_endpoint text, p_p256dh text, p_auth text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.sessions where id = p_session and user_id = p_user for key share;
  if not found then
    return false;
  end if;
  -- A queued push of another account must not reach this browser.
  delete from public.push_subscriptions where endpoint = p_endpoint and user_id <> p_user;
  insert into public.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth)
    values (p_user, p_session, p_endpoint, p_p256dh, p_auth)
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth
    where s.user_id = excluded.user_id;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = p_user order by created_at desc, id offset 10);
  return true;
end $$;

-- Deletes a user's subscription of a browser. @returns whether there was one
create function public.unsubscribe_push(p_user uuid, p_endpoint text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.push_subscriptions where user_id = p_user and endpoint = p_endpoint;
  return found;
end $$;

-- Turns off the mails of a user: the link in each mail. @returns whether there is such an account
create function public.unsubscribe_alert_mail(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = p_user for key share;
  if not found then
    return false;
  end if;
  insert into public.alert_settings (user_id, mail) values (p_user, false)
    on conflict (user_id) do update set mail = false;
  return true;
end $$;

-- Delivery

-- Leases the due deliveries of the receiver that has waited longest, and ends those that may no longer be sent: after
-- the first pitch, or after the user turned the channel or all alerts off.
-- @param p_now league time
-- @returns null if none is due, else `{lease, channel, attempt, userId, address, subscription, quiet, alerts, more}`:
--   `address` of a mail, `subscription` `{id, endpoint, p256dh, auth}` of a push, `quiet` `{from, to, timeZone}`, the
--   newest 20 `alerts`, and the number of `more`
create function public.claim_alert_deliveries(p_channels text[], p_now timestamptz, p_lease_seconds int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_due public.alert_deliveries;
  v_settings public.alert_settings;
  v_address text;
  v_is_off boolean;
  v_lease uuid;
  v_attempt integer;
begin
  -- Claims and results are handled one after another, so that they never wait for each other's rows in a circle.
  perform pg_advisory_xact_lock(hashtext('propsight alert_deliveries'));
  loop
    select * into v_due from public.alert_deliveries
      where outcome is null and due_at <= clock_timestamp() and channel = any(p_channels)
      order by due_at, id limit 1;
    if not found then
      return null;
    end if;
    select * into v_settings from public.alert_settings where user_id = v_due.user_id;
    select email into v_address from public.user_profiles
      where user_id = v_due.user_id and mailbox_proven_at is not null;
    v_is_off := coalesce(v_settings.stopped, true) or public.excluded_until(v_due.user_id) is not null
      or case v_due.channel when 'push' then not v_settings.push else not v_settings.mail or v_address is null end;
    v_lease := gen_random_uuid();
    with due as (
      select d.id, v_is_off or a.starts_at <= p_now as is_over
        from public.alert_deliveries d join public.alerts a on a.id = d.alert_id
        where d.user_id = v_due.user_id and d.channel = v_due.channel
          and d.subscription_id is not distinct from v_due.subscription_id
          and d.outcome is null and d.due_at <= clock_timestamp()
    ), claimed as (
      update public.alert_deliveries d
        set outcome = case when due.is_over then case when v_is_off then 'off' else 'late' end end,
          ended_at = case when due.is_over then clock_timestamp() end,
          lease = case when not due.is_over then v_lease end,
          attempts = d.attempts + case when due.is_over then 0 else 1 end,
          due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
        from due where d.id = due.id
        returning d.lease, d.attempts
    )
    select max(attempts) filter (where lease is not null) into v_attempt from claimed;
    exit when v_attempt is not null;
  end loop;
  return (
    select jsonb_build_object('lease', v_lease, 'channel', v_due.channel, 'attempt', v_attempt,
        'userId', v_due.user_id, 'address', v_address,
        'subscription', (select jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh,
          'auth', s.auth) from public.push_subscriptions s where s.id = v_due.subscription_id),
        'quiet', case when v_settings.quiet_from is not null then jsonb_build_object('from', v_settings.quiet_from,
          'to', v_settings.quiet_to, 'timeZone', v_settings.time_zone) end,
        'alerts', jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'title', l.title, 'body', l.body,
          'path', l.path, 'startsAt', l.starts_at, 'createdAt', l.created_at) order by l.id desc)
          filter (where l.position <= 20),
        'more', greatest(0, count(*) - 20))
      from (select a.*, row_number() over (order by a.id desc) as position
        from public.alert_deliveries d join public.alerts a on a.id = d.alert_id where d.lease = v_lease) as l);
end $$;

-- Stores the result of a leased attempt. A lease that has expired and was given to another attempt changes nothing.
-- @param p_result `sent`; `failed`: the next attempt waits 1 minute, then 2, 4 … up to 30; `wait`: until the quiet hours
--   end, in `p_wait_seconds`; `gone`: the subscription does not exist any more and is deleted with its deliveries
create function public.settle_alert_deliveries(p_lease uuid, p_result text, p_error text, p_wait_seconds int)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('propsight alert_deliveries'));
  if p_result = 'gone' then
    delete from public.push_subscriptions where id in (
      select subscription_id from public.alert_deliveries where lease = p_lease);
    return;
  end if;
  update public.alert_deliveries
    set lease = null, last_error = left(p_error, 500),
      outcome = case when p_result = 'sent' then 'sent' end,
      ended_at = case when p_result = 'sent' then clock_timestamp() end,
      attempts = attempts - case when p_result = 'wait' then 1 else 0 end,
      due_at = clock_timestamp() + case when p_result = 'wait' then make_interval(secs => p_wait_seconds)
        else least(interval '30 minutes', interval '1 minute' * power(2, least(attempts - 1, 10))) end
    where lease = p_lease and outcome is null;
end $$;

-- Deletes alerts after 7 days, and baselines and stars of league days before `p_before`; at most `p_limit` rows each.
-- @returns how many
create function public.forget_alerts(p_before date, p_limit int) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts integer;
  v_baselines integer;
  v_stars integer;
begin
  delete from public.alerts where id in (
    select id from public.alerts where created_at < now() - interval '7 days' order by created_at limit p_limit);
  get diagnostics v_alerts = row_count;
  delete from public.alert_baselines where (user_id, game_pk, person_id, stat_type) in (
    select user_id, game_pk, person_id, stat_type from public.alert_baselines where league_day < p_before
      order by league_day limit p_limit);
  get diagnostics v_baselines = row_count;
  delete from public.starred_props where (user_id, game_pk, person_id, stat_type) in (
    select user_id, game_pk, person_id, stat_type from public.starred_props where league_day < p_before
      order by league_day limit p_limit);
  get diagnostics v_stars = row_count;
  return v_alerts + v_baselines + v_stars;
end $$;

revoke execute on function public.limit_stars, public.alert_watches, public.raise_alerts, public.newest_alerts,
  public.read_alerts, public.subscribe_push, public.unsubscribe_push, public.unsubscribe_alert_mail,
  public.claim_alert_deliveries, public.settle_alert_deliveries, public.forget_alerts from public, anon, authenticated;
grant execute on function public.alert_watches, public.raise_alerts, public.newest_alerts, public.read_alerts,
  public.subscribe_push, public.unsubscribe_push, public.unsubscribe_alert_mail, public.claim_alert_deliveries,
  public.settle_alert_deliveries, public.forget_alerts to service_role;
-- History: rows of the ledger, of runs, parlays and the track record that are older than some months. They move into
-- archive tables with one partition per month, so that the tables and indexes of every request stay small. Nothing is
-- deleted: balances, record, export, deletion and the lists of administrators include the archive. Rows stay in their
-- table while anything may still change them: held runs, open lines, parlays without an outcome.
--
-- Keys that guard credits hold across both: `start_run` and `apply_ledger_row` look into the archive. Both lock the
-- profile first, and so does `archive_history` before it moves a row, so no key is missing from both.

create table public.archived_ledger (like public.credit_ledger, primary key (id, created_at))
  partition by range (created_at);
create index archived_ledger_by_user on public.archived_ledger (user_id, id desc);

create table public.archived_runs (like public.runs, primary key (id, created_at)) partition by range (created_at);
create index archived_runs_by_key on public.archived_runs (user_id, idempotency_key);

-- The primary keys begin with the user: a user reads a page of own rows, newest first.
create table public.archived_parlays (like public.past_parlays, primary key (user_id, created_at, id))
  partition by range (created_at);

create table public.archived_legs (like public.track_legs, primary key (user_id, promised_at, id))
  partition by range (promised_at);
create index archived_legs_by_parlay on public.archived_legs (parlay_id) where parlay_id is not null;

alter table public.archived_ledger enable row level security;
alter table public.archived_runs enable row level security;
alter table public.archived_parlays enable row level security;
alter table public.archived_legs enable row level security;
revoke all on public.archived_ledger, public.archived_runs, public.archived_parlays, public.archived_legs
  from anon, authenticated, service_role, public;
grant select on public.archived_ledger, public.archived_runs, public.archived_parlays, public.archived_legs
  to service_role;
grant select on public.archived_parlays, public.archived_legs to authenticated;
create policy "users read their own parlays" on public.archived_parlays
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.archived_parlays as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "users read their own record" on public.archived_legs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.archived_legs as restrictive
  for all to authenticated using (not (select public.is_excluded()));

create trigger archived_ledger_keep before update or delete on public.archived_ledger
  for each row execute function public.keep_ledger_rows();

-- The archive of a closed account: its ledger rows lose the person, as those of the ledger do, and the rest is deleted.
create function public.forget_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.archived_legs where user_id = old.user_id;
  delete from public.archived_parlays where user_id = old.user_id;
  delete from public.archived_runs where user_id = old.user_id;
  update public.archived_ledger set user_id = null where user_id = old.user_id;
  return null;
end $$;

create trigger user_profiles_forget_history after delete on public.user_profiles
  for each row execute function public.forget_history();

-- Adds the partitions of months, in UTC, that do not exist.
create function public.add_archive_months(p_from timestamptz, p_to timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent text;
  v_month timestamp;
  v_name text;
begin
  for v_month in
    select generate_series(date_trunc('month', p_from at time zone 'UTC'), p_to at time zone 'UTC', interval '1 month')
  loop
    foreach v_parent in array array['archived_ledger', 'archived_runs', 'archived_parlays', 'archived_legs'] loop
      v_name := v_parent || to_char(v_month, '_YYYY_MM');
      continue when to_regclass('public.' || v_name) is not null;
      -- Attached, because `partition of` would lock the archive against the charges that read it.
      execute format('create table public.%I (like public.%I)', v_name, v_parent);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', v_parent, v_name,
        v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
      -- Reached through the parent only, whatever the platform grants on new tables.
      execute format('alter table public.%I enable row level security', v_name);
      execute format('revoke all on public.%I from anon, authenticated, service_role, public', v_name);
    end loop;
  end loop;
end $$;

-- Moves the rows of up to `p_accounts` accounts that are older than `p_months` months, a month of them in a call. The
-- accounts are those of the next rows of the ledger, in which every account has a row each month. A call moves everything
-- or nothing, so a job that ends early continues with the next call.
-- @param p_after `next` of the call before; 0 for the first one
-- @returns `moved`: rows; `next`: the last ledger row that was looked at, null when no older ones are left
-- @throws PT400 for less than two months: a day's rows guard limits and repeated requests
create function public.archive_history(p_months int, p_accounts int, p_after bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_before timestamptz := now() - make_interval(months => p_months);
  v_window bigint[];
  v_ids bigint[];
  v_users uuid[];
  v_legs uuid[];
  v_parlays uuid[];
  v_runs uuid[];
  v_oldest timestamptz;
  v_moved integer;
begin
  if p_months is null or p_months < 2 then
    raise exception 'Rows of the last two months are not history' using errcode = 'PT400';
  end if;
  -- A month at a time, so that a call moves few rows of each account. The ids are in the order of time; the condition on
  -- it is outside of the limit, so that no other rows are read.
  select least(v_before, (select created_at + interval '1 month' from public.credit_ledger
    where id > coalesce(p_after, 0) order by id limit 1)) into v_before;
  select array_agg(id order by id), array_agg(distinct user_id) into v_window, v_users from (
    select id, user_id, created_at from public.credit_ledger
      where id > coalesce(p_after, 0) order by id limit least(greatest(p_accounts, 1), 1000)) as oldest
    where created_at < v_before;
  -- A second job, such as one that was taken over, moves nothing.
  if v_window is null or not pg_try_advisory_xact_lock(hashtext('archive_history')) then
    return jsonb_build_object('moved', 0, 'next', null);
  end if;
  -- Lock order: account, then lines, parlays and runs, then profile. A locked account is left to a later job.
  select coalesce(array_agg(held.id), '{}') into v_users from (
    select id from auth.users where id = any (v_users) order by id for key share skip locked) as held;
  select least(
      (select min(promised_at) from public.track_legs where user_id = any (v_users)),
      (select min(created_at) from public.past_parlays where user_id = any (v_users)),
      (select min(created_at) from public.runs where user_id = any (v_users)),
      (select min(created_at) from public.credit_ledger where user_id = any (v_users)),
      (select created_at from public.credit_ledger where id = v_window[1])) into v_oldest;
  perform public.add_archive_months(v_oldest, v_before);
  perform from public.track_legs
    where user_id = any (v_users) and promised_at < v_before and settled_at is not null order by id for update;
  select coalesce(array_agg(locked.id), '{}') into v_parlays from (
    select p.id from public.past_parlays p
      where p.user_id = any (v_users) and p.created_at < v_before and p.outcome <> 'pending'
        and not exists (select from public.track_legs t where t.parlay_id = p.id and t.settled_at is null)
      order by p.id for update) as locked;
  select coalesce(array_agg(locked.id), '{}') into v_runs from (
    select r.id from public.runs r
      where r.user_id = any (v_users) and r.created_at < v_before and r.state <> 'held'
        and not exists (select from public.past_parlays p where p.run_id = r.id and p.id <> all (v_parlays))
      order by r.id for update) as locked;
  perform from public.user_profiles where user_id = any (v_users) order by user_id for no key update;
  -- Rows of closed accounts have no profile to lock, and no key of a user.
  select array_agg(id), count(*) into v_ids, v_moved from (
    select id from public.credit_ledger where user_id = any (v_users) and created_at < v_before
    union all
    select id from public.credit_ledger where id = any (v_window) and user_id is null) as old_rows;
  update public.user_profiles p set archived_credits = p.archived_credits + s.credits
    from (select user_id, sum(delta) as credits from public.credit_ledger where id = any (v_ids) group by 1) as s
    where p.user_id = s.user_id;
  insert into public.archived_ledger select * from public.credit_ledger where id = any (v_ids)
    order by user_id, id;
  delete from public.credit_ledger where id = any (v_ids);
  select array_agg(id) into v_legs from public.track_legs
    where user_id = any (v_users) and promised_at < v_before and settled_at is not null
      and (parlay_id is null or parlay_id = any (v_parlays));
  insert into public.archived_legs select * from public.track_legs where id = any (v_legs)
    order by user_id, promised_at;
  delete from public.track_legs where id = any (v_legs);
  insert into public.archived_parlays select * from public.past_parlays where id = any (v_parlays)
    order by user_id, created_at;
  delete from public.past_parlays where id = any (v_parlays);
  insert into public.archived_runs select * from public.runs where id = any (v_runs) order by user_id, created_at;
  delete from public.runs where id = any (v_runs);
  return jsonb_build_object(
    'moved', v_moved + coalesce(cardinality(v_legs), 0) + cardinality(v_parlays) + cardinality(v_runs),
    'next', v_window[cardinality(v_window)]);
end $$;

revoke execute on function public.forget_history, public.add_archive_months, public.archive_history
  from public, anon, authenticated;
grant execute on function public.archive_history to service_role;
