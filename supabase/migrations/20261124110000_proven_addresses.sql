-- A self-exclusion and the mark of a deleted account apply to an e-mail address only if its mailbox was proven: a token
-- that was mailed there was used. Otherwise one could exclude the address of another person, or use up its welcome
-- credits, by signing up with it.

-- When a token that was mailed to the address of the sign-up was used.
alter table public.access_code_reservations add column email_proven_at timestamptz;
update public.access_code_reservations r set email_proven_at = p.mailbox_proven_at
  from public.user_profiles p where p.user_id = r.user_id and lower(p.email) = r.email;

-- Excludes the account, and each of its addresses whose mailbox was proven.
create or replace function public.self_exclude(p_user uuid, p_days int) returns timestamptz
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

create function public.released_address(p_user uuid) returns text
language sql immutable set search_path = '' as $$
  select 'released-' || p_user || '@propsight.invalid';
$$;

create function public.account_to_release(p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u join public.user_profiles p on p.user_id = u.id
    where lower(u.email) = lower(btrim(p_email)) and p.mailbox_proven_at is null
      and public.excluded_until(u.id) is not null and public.email_excluded_until(u.email) is null;
$$;

create function public.release_address(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := public.account_to_release(p_email);
begin
  if v_user is not null then
    update auth.users set email = public.released_address(id), email_change = ''
      where id = v_user and lower(email) = lower(btrim(p_email));
  end if;
end $$;

create or replace function public.refuse_excluded_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until(new.id);
begin
  -- `release_address`: the account loses its address and stays excluded.
  if new.email = public.released_address(new.id) then
    return new;
  end if;
  if v_until is not null and (new.last_sign_in_at is distinct from old.last_sign_in_at
      or lower(new.email) is distinct from lower(old.email)
      or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))) then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  -- An excluded address cannot be taken over either. The message does not reveal the exclusion.
  if (lower(new.email) is distinct from lower(old.email) and public.email_excluded_until(new.email) is not null)
    or (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
      and public.email_excluded_until(new.email_change) is not null) then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
  return new;
end $$;

create or replace function public.limit_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_asked boolean := coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''));
  v_changed boolean := lower(new.email) is distinct from lower(old.email)
    and new.email is distinct from public.released_address(new.id);
begin
  if (v_asked or v_changed) and exists (
    select from public.user_profiles
    where user_id = new.id and last_email_change > now() - interval '720 hours'
  ) then
    raise exception 'Email can only be changed once per month' using errcode = 'PT429';
  end if;
  return new;
end $$;

-- Copies a changed address to the profile. `release_address` is no change by the user and does not use up the month's.
create or replace function public.follow_email_change() returns trigger
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

create or replace function public.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where lower(email) = lower(btrim(p_email)))
    and public.account_to_release(p_email) is null;
$$;

create or replace function public.reserve_place(
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
  perform public.release_address(v_email);
  -- A request without a version keeps the stored one.
  update public.access_code_reservations set legal_version = coalesce(p_legal_version, legal_version)
    where id = public.renewable_reservation(p_code, v_email, p_secret, p_network);
  return v_until;
end $$;

-- A deletion marks the address if its mailbox was proven, else the address together with the network of the sign-up.
create or replace function public.was_closed(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.closed_accounts
    where email_hash = public.email_hash(p_email) and closed_at > now() - interval '1 year');
$$;

create function public.was_closed_there(p_network_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.closed_accounts
    where email_hash = p_network_hash and closed_at > now() - interval '1 year');
$$;

create or replace function public.mark_closed() returns trigger
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

create function public.grant_welcome(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Checked first: `on conflict` would raise the balance in the trigger before it skips the row.
  if not exists (select from public.credit_ledger where user_id = p_user and idempotency_key = 'welcome') then
    insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      values (p_user, 20, 0, 'welcome', 'welcome');
  end if;
end $$;

create or replace function public.welcome_user() returns trigger
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
  if not public.was_closed(new.email) and not public.was_closed_there(v_network_hash) then
    perform public.grant_welcome(new.id);
  end if;
  return new;
end $$;

create or replace function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
  v_is_new boolean := lower(new.email) is distinct from lower(old.email);
  v_proven boolean := case when v_is_new then lower(new.email) = lower(old.email_change) else v_came_back end;
begin
  if v_is_new or v_proven then
    update public.user_profiles set mailbox_proven_at = case when v_proven then now() end where user_id = new.id;
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

-- What an exclusion covers depends on it.
create or replace function public.account_rights(p_user uuid) returns jsonb
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

-- Deletes only the open reservations that the owner of the account may have made: of the same network, or of an unknown
-- one. Another client may be signing up with this address.
create or replace function public.delete_account(p_user uuid, p_email text) returns boolean
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

revoke execute on function public.released_address, public.account_to_release, public.release_address,
  public.was_closed_there, public.grant_welcome from public, anon, authenticated;
