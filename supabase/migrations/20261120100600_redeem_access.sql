-- The way in, last step: the place counts as used. Either the client redeems the code, or the first sign-in with a
-- verified address does it.

create function public.consume_reservation(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
begin
  -- The code before the reservation, as in reserving: one order of locks.
  perform from public.access_codes where code =
    (select code from public.access_code_reservations where user_id = p_user) for update;
  update public.access_code_reservations set consumed_at = now()
    where user_id = p_user and consumed_at is null returning code into v_code;
  if v_code is not null then
    update public.access_codes set uses_count = uses_count + 1 where code = v_code;
  end if;
end $$;

create function public.redeem_access_code(p_user uuid, p_code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.access_code_reservations where user_id = p_user and code = p_code;
  if not found then
    raise exception 'Invalid or already used access code' using errcode = 'PT400';
  end if;
  perform public.consume_reservation(p_user);
  return true;
end $$;

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

revoke execute on function public.consume_reservation(uuid), public.redeem_access_code(uuid, text),
  public.consume_on_sign_in() from public, anon, authenticated;
grant execute on function public.redeem_access_code(uuid, text) to service_role;

create trigger propsight_consume after update of last_sign_in_at, email_confirmed_at on auth.users
  for each row execute function public.consume_on_sign_in();
