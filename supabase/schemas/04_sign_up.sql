-- Sign-up: no account without a reservation, whether by password, by mailed link or by a call of an administrator. The
-- triggers on `auth.users` enforce it. The hook gives the reason to clients of the hosted auth service.

grant usage on schema public to supabase_auth_admin;

create function public.has_open_reservation(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.access_code_reservations
    where email = lower(p_email) and user_id is null and reserved_until > now()
  );
$$;

create function public.require_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_excluded timestamptz := public.email_excluded_until(new.email);
begin
  if new.email is null or not public.has_open_reservation(new.email) then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  if v_excluded is not null then
    raise exception '%', public.exclusion_sentence(v_excluded) using errcode = 'PT403';
  end if;
  return new;
end $$;

create trigger propsight_gate before insert on auth.users
  for each row execute function public.require_reservation();

-- Binds the reservation to the new account and creates the profile, the consents and the 20 welcome credits. An address
-- of an account that was deleted within a year receives no second welcome.
create function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_attested timestamptz;
  v_legal date;
begin
  -- Compares with the time after locking the code. A reservation that expires at this moment goes either to this
  -- account or to the next request, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where email = lower(new.email) and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id
    where email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
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
  v_excluded timestamptz := public.email_excluded_until(v_email);
begin
  if not public.has_open_reservation(v_email) then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', 'Access code required for new accounts'));
  end if;
  if v_excluded is not null then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403, 'message', public.exclusion_sentence(v_excluded)));
  end if;
  return '{}'::jsonb;
end $$;

revoke execute on function public.has_open_reservation, public.require_reservation, public.welcome_user,
  public.consume_on_sign_in, public.hook_before_user_created from public, anon, authenticated;
grant execute on function public.hook_before_user_created to supabase_auth_admin;
