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
