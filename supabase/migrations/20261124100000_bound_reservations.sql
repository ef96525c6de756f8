-- A reservation belongs to the request that made it. Until now a sign-up needed an open reservation of its address only,
-- so another client could use a place that it had not reserved, and a repeated request could replace the reservation.
--
-- Each reservation has a secret, which the sign-up repeats. Several reservations of one address can be open at once,
-- each with its own place, so that none can be replaced by another client.
alter table public.access_code_reservations
  add column secret_hash text check (secret_hash ~ '^[0-9a-f]{64}$'),
  add column network_hash text check (network_hash ~ '^[0-9a-f]{64}$');

drop index public.access_code_reservations_open_email;
create index access_code_reservations_open_email on public.access_code_reservations (email) where user_id is null;

-- An API of the previous release calls these functions without the new arguments. Its reservations have no secret.
drop function public.reserve_place(text, text, date, date);
drop function public.reserve_privileged(text, date);
drop function public.reserve_access_code(text, text, date);
drop function public.open_reservation(text, text);
drop function public.has_open_reservation(text);

create function public.text_hash(p_text text) returns text
language sql immutable strict set search_path = '' as $$
  select encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
$$;

create function public.network_hash(p_email text, p_network text) returns text
language sql immutable strict set search_path = '' as $$
  select public.text_hash(lower(btrim(p_email)) || ' ' || p_network);
$$;

create function public.renewable_reservation(p_code text, p_email text, p_secret text, p_network text)
returns bigint
language sql stable security definer set search_path = '' as $$
  select id from public.access_code_reservations
    where email = p_email and user_id is null and (
      secret_hash is not distinct from public.text_hash(p_secret)
      or (code is not distinct from p_code and network_hash = public.network_hash(p_email, p_network)))
    order by secret_hash is not distinct from public.text_hash(p_secret) desc, reserved_until desc limit 1;
$$;

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
  select * into v_code from public.access_codes where code = p_code for update;
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

create function public.reserve_privileged(
  p_email text, p_date_of_birth date, p_secret text default null, p_network text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_age_21(p_date_of_birth);
  return public.open_reservation(null, lower(btrim(p_email)), p_secret, p_network);
end $$;

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
    where id = public.renewable_reservation(p_code, v_email, p_secret, p_network);
  return v_until;
end $$;

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

create or replace function public.require_reservation() returns trigger
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

create or replace function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_reservation bigint := (current_setting('propsight.reservations')::jsonb ->> new.id::text)::bigint;
  v_attested timestamptz;
  v_legal date;
begin
  -- Compares with the time after locking the code. A reservation that expires at this moment goes either to this
  -- account or to the next request, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where id = v_reservation and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id, secret_hash = null
    where id = v_reservation and email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
    returning attested_21_at, legal_version into v_attested, v_legal;
  if not found then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  insert into public.user_profiles (user_id, email, email_verified_at, attested_21_at)
    values (new.id, new.email, new.email_confirmed_at, v_attested);
  insert into public.consents (user_id, document, version, accepted_at)
    select new.id, document, version, v_attested
      from (values ('age-21', '1'), ('terms', v_legal::text), ('privacy', v_legal::text)) as given (document, version)
      where version is not null;
  if not public.was_closed(new.email) then
    insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      values (new.id, 20, 0, 'welcome', 'welcome');
  end if;
  return new;
end $$;

create or replace function public.hook_before_user_created(event jsonb) returns jsonb
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

revoke execute on function public.text_hash, public.network_hash, public.renewable_reservation,
  public.open_reservation, public.reserve_access_code, public.reserve_privileged, public.reserve_place,
  public.reservation_for, public.has_open_reservation from public, anon, authenticated;
grant execute on function public.reserve_access_code, public.reserve_privileged, public.reserve_place to service_role;
