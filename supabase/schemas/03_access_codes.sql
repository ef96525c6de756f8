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
