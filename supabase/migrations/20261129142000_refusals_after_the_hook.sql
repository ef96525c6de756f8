-- contract of 20261129025600: `refuse_excluded_sign_in` is the function of a trigger, which the API never calls.
-- The hosted auth service stores a session, its token and the time of the sign-in before it calls the token hook, in one
-- transaction. Triggers that run at the end of the transaction let the hook answer with the reason first.
-- The old functions are dropped with their triggers: only the owner of a table may drop a trigger by its name, and the
-- tables of the auth service belong to the platform.
drop function public.refuse_excluded_session() cascade;
drop function public.refuse_excluded_sign_in() cascade;
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

revoke execute on function public.refuse_excluded_session from public, anon, authenticated;

create constraint trigger propsight_no_excluded_session after insert on auth.sessions
  deferrable initially deferred for each row execute function public.refuse_excluded_session();
create constraint trigger propsight_no_excluded_token after insert on auth.refresh_tokens
  deferrable initially deferred for each row execute function public.refuse_excluded_session();
create constraint trigger propsight_no_excluded_sign_in after update of last_sign_in_at on auth.users
  deferrable initially deferred for each row when (new.last_sign_in_at is distinct from old.last_sign_in_at)
  execute function public.refuse_excluded_session();
