-- The way in, second step: no account without a reservation, whichever way it is tried (password, e-mail link, an
-- administrator's call). The trigger is the gate; the hook says the same in words that reach the client.

create function public.has_open_reservation(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.access_code_reservations
    where email = lower(p_email) and user_id is null and reserved_until > now()
  );
$$;

create function public.require_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email is null or not public.has_open_reservation(new.email) then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_attested timestamptz;
begin
  -- Under the code's lock and by the clock after it, so that a reservation which expires this moment is either given
  -- to this account or to the next in line, never to both.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where email = lower(new.email) and user_id is null)
    for update;
  update public.access_code_reservations set user_id = new.id
    where email = lower(new.email) and user_id is null and reserved_until > clock_timestamp()
    returning attested_21_at into v_attested;
  if not found then
    raise exception 'Access code required for new accounts' using errcode = 'PT403';
  end if;
  insert into public.user_profiles (user_id, email, email_verified_at, attested_21_at)
    values (new.id, new.email, new.email_confirmed_at, v_attested);
  insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
    values (new.id, 20, 0, 'welcome', 'welcome');
  return new;
end $$;

create function public.hook_before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.has_open_reservation(coalesce(event -> 'user' ->> 'email', '')) then
    return '{}'::jsonb;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'Access code required for new accounts'));
end $$;

revoke execute on function public.has_open_reservation(text), public.require_reservation(),
  public.welcome_user(), public.hook_before_user_created(jsonb) from public, anon, authenticated;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.hook_before_user_created(jsonb) to supabase_auth_admin;

create trigger propsight_gate before insert on auth.users
  for each row execute function public.require_reservation();
create trigger propsight_welcome after insert on auth.users
  for each row execute function public.welcome_user();
