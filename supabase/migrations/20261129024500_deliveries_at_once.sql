-- Two deliveries of one account at once waited for each other, and one of them failed.
create or replace function public.deliver_run(p_run uuid, p_user uuid, p_picture text, p_covers text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_run public.runs;
  v_open public.runs;
begin
  select * into v_run from public.runs where id = p_run and user_id = p_user for update;
  if not found or v_run.state = 'released' or v_run.expires_at <= now() then
    return null;
  end if;
  if v_run.feature not in ('quick', 'ai', 'image') or (v_run.feature = 'image') <> (p_picture is not null) then
    raise exception 'This run delivers something else' using errcode = 'PT400';
  end if;
  if exists (select from public.run_deliveries where run_id = p_run and picture <> p_picture) then
    raise exception 'This run has read its picture. Another picture needs another run.' using errcode = 'PT409';
  end if;
  insert into public.run_deliveries as d (run_id, user_id, expires_at, picture, covers)
    values (p_run, p_user, v_run.expires_at, p_picture, p_covers)
    on conflict (run_id) do update
      set covers = (select array_agg(distinct c) from unnest(d.covers || excluded.covers) c);
  if v_run.state = 'captured' then
    return 'repeated';
  end if;
  -- The lock of the profile orders the deliveries of two devices: the second one finds the charge of the first. The row
  -- inserted above holds a key share of the profile, with which `for update` would wait for that of the other delivery.
  perform from public.user_profiles where user_id = p_user for no key update;
  v_open := public.open_board(p_user, v_run.feature, v_run.category);
  perform public.close_hold(p_run, 'captured', null);
  if v_open.id is null then
    return 'captured';
  end if;
  insert into public.credit_ledger (user_id, delta, balance_after, reason, note, run_id, idempotency_key)
    values (p_user, v_run.cost, 0, 'refund', 'The board was open on another device', p_run, 'refund:' || p_run);
  -- The board stays open no longer than by the charge.
  update public.runs set settled_at = v_open.settled_at where id = p_run;
  return 'repeated';
end $$;
