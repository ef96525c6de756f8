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
