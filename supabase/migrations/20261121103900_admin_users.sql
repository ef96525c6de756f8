-- Users and their ledgers, as administrators page through them: newest first, from where the last page ended.
create index user_profiles_newest on public.user_profiles (created_at desc, user_id desc);
create index credit_ledger_by_user on public.credit_ledger (user_id, id desc);

-- Finds a part of the e-mail or the whole id.
create function public.admin_users(
  p_search text, p_before timestamptz, p_before_id uuid, p_limit int
) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search text := lower(btrim(coalesce(p_search, '')));
begin
  return query
    select jsonb_build_object(
      'userId', p.user_id, 'email', p.email, 'emailVerifiedAt', p.email_verified_at, 'credits', p.credits,
      'plan', p.plan, 'createdAt', p.created_at, 'lastSignInAt', u.last_sign_in_at,
      'isAdmin', exists (select from public.admins a where a.user_id = p.user_id),
      'excludedUntil', public.excluded_until(p.user_id))
    from public.user_profiles p join auth.users u on u.id = p.user_id
    where (v_search = '' or strpos(lower(p.email), v_search) > 0 or p.user_id::text = v_search)
      and (p_before is null or (p.created_at, p.user_id) < (p_before, p_before_id))
    order by p.created_at desc, p.user_id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

create function public.admin_ledger(p_user uuid, p_before bigint, p_limit int) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  return query
    select jsonb_build_object('id', id, 'delta', delta, 'balanceAfter', balance_after, 'reason', reason,
      'note', note, 'runId', run_id, 'createdAt', created_at)
    from public.credit_ledger
    where user_id = p_user and (p_before is null or id < p_before)
    order by id desc
    limit least(greatest(p_limit, 0), 1000);
end $$;

revoke execute on function public.admin_users(text, timestamptz, uuid, int),
  public.admin_ledger(uuid, bigint, int) from public, anon, authenticated;
grant execute on function public.admin_users(text, timestamptz, uuid, int),
  public.admin_ledger(uuid, bigint, int) to service_role;
