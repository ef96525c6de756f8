-- A token outlives its session for up to an hour: who signed out, or was signed out by a new password elsewhere, is
-- gone from the tables at once all the same, and from the API within the half minute that it remembers an account's
-- standing. Tokens that name no session (a hosted project's own) are held to nothing here.

create function public.is_session_over(p_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_session is not null and not exists (select from auth.sessions where id = p_session);
$$;

-- Every policy of a signed-in user's rows asks this already.
create or replace function public.is_excluded() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.excluded_until(auth.uid()) is not null
    or public.is_session_over(nullif(auth.jwt() ->> 'session_id', '')::uuid);
$$;

-- With a default, so that an API of before, which names no session, asks as it did.
drop function public.account_standing(uuid);
create function public.account_standing(p_user uuid, p_session uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('known', exists (select from auth.users where id = p_user),
    'refusal', public.exclusion_sentence(public.excluded_until(p_user)),
    'signedOut', public.is_session_over(p_session));
$$;

revoke execute on function public.is_session_over(uuid), public.account_standing(uuid, uuid)
  from public, anon, authenticated;
grant execute on function public.account_standing(uuid, uuid) to service_role;
