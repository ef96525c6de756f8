-- Deploy tokens. A token may deploy one remote. It has 256 random bits, so its plain hash cannot be reversed.

create table public.deploy_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  label text not null check (length(label) between 1 and 80),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create table public.deploy_token_uses (
  id bigint generated always as identity primary key,
  token_id uuid not null references public.deploy_tokens (id),
  name text not null check (char_length(name) <= 31),
  action text not null check (char_length(action) <= 40),
  outcome text not null check (outcome in ('accepted', 'expired', 'revoked', 'other-remote')),
  at timestamptz not null default now()
);

create index deploy_token_uses_by_token on public.deploy_token_uses (token_id, id desc);

alter table public.deploy_tokens enable row level security;
alter table public.deploy_token_uses enable row level security;
revoke all on public.deploy_tokens, public.deploy_token_uses from anon, authenticated, public;
grant all on public.deploy_tokens, public.deploy_token_uses to service_role;

create function public.create_deploy_token(p_name text, p_label text, p_hash text, p_days int, p_actor text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.deploy_tokens;
begin
  insert into public.deploy_tokens (name, label, hash, expires_at)
    values (p_name, p_label, p_hash, now() + make_interval(days => p_days)) returning * into v_row;
  perform public.log_remote(p_name, null, 'token-create', p_actor, p_label);
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'label', v_row.label, 'expiresAt', v_row.expires_at);
end $$;

-- Checks a token for a remote; without `p_name`, for its own. Every use of a known token is logged, refused ones too.
-- @returns the token with its `outcome`; null for an unknown token
create function public.use_deploy_token(p_hash text, p_name text, p_action text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.deploy_tokens;
  v_outcome text;
begin
  select * into v_row from public.deploy_tokens where hash = p_hash;
  if not found then
    return null;
  end if;
  v_outcome := case
    when v_row.revoked_at is not null then 'revoked'
    when v_row.expires_at <= now() then 'expired'
    when v_row.name <> p_name then 'other-remote'
    else 'accepted' end;
  insert into public.deploy_token_uses (token_id, name, action, outcome)
    values (v_row.id, coalesce(p_name, v_row.name), p_action, v_outcome);
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'label', v_row.label, 'outcome', v_outcome);
end $$;

-- @returns false if the remote has no such token
create function public.revoke_deploy_token(p_name text, p_id uuid, p_actor text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_label text;
begin
  update public.deploy_tokens set revoked_at = coalesce(revoked_at, now())
    where id = p_id and name = p_name returning label into v_label;
  if not found then
    return false;
  end if;
  perform public.log_remote(p_name, null, 'token-revoke', p_actor, v_label);
  return true;
end $$;

create function public.list_deploy_tokens(p_name text) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', t.id, 'label', t.label, 'createdAt', t.created_at, 'expiresAt', t.expires_at,
      'revokedAt', t.revoked_at, 'lastUsedAt', max(u.at), 'uses', count(u.id) filter (where u.outcome = 'accepted'),
      'refused', count(u.id) filter (where u.outcome <> 'accepted'))
    from public.deploy_tokens t left join public.deploy_token_uses u on u.token_id = t.id
    where t.name = p_name group by t.id order by t.created_at desc;
$$;

revoke execute on function public.create_deploy_token, public.use_deploy_token, public.revoke_deploy_token,
  public.list_deploy_tokens from public, anon, authenticated;
grant execute on function public.create_deploy_token, public.use_deploy_token, public.revoke_deploy_token,
  public.list_deploy_tokens to service_role;
