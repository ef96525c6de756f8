-- contract of 20261123080000: the released API calls the new names only
drop function public.settle_run(uuid, text, text);
drop function public.settle_legs(jsonb);
drop function public.settle_parlays(jsonb);
drop function public.record_promises(uuid, jsonb);
drop function public.unpromised_picks(uuid);
drop function public.forget_leavers();
