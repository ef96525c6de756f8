-- Changes of the configuration of remotes, and cohorts: the named lists of accounts that an audience may name. The API
-- decides who is in an audience.

create table public.cohort_members (
  cohort text not null check (cohort ~ '^[a-z][a-z0-9-]{0,30}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (cohort, user_id)
);

create index cohort_members_by_user on public.cohort_members (user_id);

alter table public.cohort_members enable row level security;
revoke all on public.cohort_members from anon, authenticated, service_role, public;
grant select on public.cohort_members to service_role;

-- Sets a value, or removes it (null). A remote has at most 50, because one that no release declares any more stays until
-- it is removed. @throws PT404; PT409 for too many values
create function public.set_remote_config(
  p_name text, p_key text, p_setting jsonb, p_actor text, p_message text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_is_removed boolean := p_setting is null or p_setting = 'null'::jsonb;
begin
  perform public.lock_remote(p_name);
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  if v_is_removed then
    delete from public.remote_config where name = p_name and key = p_key;
    if not found then
      raise exception '% has no value of %', p_name, p_key using errcode = 'PT404';
    end if;
  else
    insert into public.remote_config (name, key, setting, updated_by) values (p_name, p_key, p_setting, p_actor)
      on conflict (name, key) do update set setting = excluded.setting, updated_at = now(),
        updated_by = excluded.updated_by;
    if (select count(*) from public.remote_config where name = p_name) > 50 then
      raise exception '% has too many values: remove one that no release declares', p_name using errcode = 'PT409';
    end if;
  end if;
  perform public.log_remote(p_name, null, case when v_is_removed then 'config-remove' else 'config-set' end, p_actor,
    left(trim(p_key || coalesce(' = ' || (p_setting -> 'value')::text, '')
      || coalesce(' for ' || nullif(p_setting -> 'audience', '{}'::jsonb)::text, '') || ' ' || coalesce(p_message, '')),
      2000));
end $$;

-- The values that are set, by key. @throws PT404
create function public.remote_config_values(p_name text) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return query select setting || jsonb_build_object('key', key, 'updatedAt', updated_at, 'updatedBy', updated_by)
    from public.remote_config where name = p_name order by key;
end $$;

-- Adds an account to a cohort, or removes it. @throws PT404 no such account or member; PT409 for a full cohort
create function public.set_cohort_member(p_cohort text, p_email text, p_is_member boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(btrim(p_email));
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_is_member then
    perform pg_advisory_xact_lock(hashtextextended('propsight cohort ' || p_cohort, 0));
    insert into public.cohort_members (cohort, user_id) values (p_cohort, v_user) on conflict do nothing;
    if not found then
      return;
    end if;
    if (select count(*) from public.cohort_members where cohort = p_cohort) > 1000 then
      raise exception 'The cohort % is full', p_cohort using errcode = 'PT409';
    end if;
  else
    delete from public.cohort_members where cohort = p_cohort and user_id = v_user;
    if not found then
      raise exception 'This account is not in the cohort %', p_cohort using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_is_member then 'cohort-add' else 'cohort-remove' end,
    v_user::text, jsonb_build_object('cohort', p_cohort));
end $$;

create function public.list_cohorts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', m.cohort, 'members', jsonb_agg(
      jsonb_build_object('email', p.email, 'addedAt', m.added_at) order by p.email))
    from public.cohort_members m join public.user_profiles p on p.user_id = m.user_id
    group by m.cohort order by m.cohort;
$$;

-- What an audience may ask about an account. Null without a profile.
create function public.audience_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('plan', p.plan, 'isDeveloper', public.is_developer(p.user_id), 'cohorts', (
      select coalesce(jsonb_agg(cohort order by cohort), '[]') from public.cohort_members where user_id = p.user_id))
    from public.user_profiles p where p.user_id = p_user;
$$;

revoke execute on function public.set_remote_config, public.remote_config_values, public.set_cohort_member,
  public.list_cohorts, public.audience_facts from public, anon, authenticated;
grant execute on function public.set_remote_config, public.remote_config_values, public.set_cohort_member,
  public.list_cohorts, public.audience_facts to service_role;
