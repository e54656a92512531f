// npm run -s bench -- NAME [options]: prints JSON lines and asserts nothing. Benches are loaded on demand, so that the
// imports of one do not count in the memory of another.

const [name, ...args] = process.argv.slice(2);
switch (name) {
  case 'mining':
    (await import('./mining.ts')).benchMining(args);
    break;
  case 'scale':
    (await import('./scale.ts')).benchScale(args);
    break;
  case 'reading':
    await (await import('./reading.ts')).benchReading(args);
    break;
  case 'rfm':
    (await import('./rfm.ts')).benchRfm(args);
    break;
  case 'partitioned':
    (await import('./partitioned.ts')).benchPartitioned(args);
    break;
  case 'partitioned-baskets':
    (await import('./partitioned-baskets.ts')).benchPartitionedBaskets(args);
    break;
  case 'partitioned-workflow':
    await (await import('./partitioned-workflow.ts')).benchPartitionedWorkflow(args);
    break;
  case 'customers':
    await (await import('./customers.ts')).benchCustomers(args);
    break;
  case 'predictions':
    await (await import('./predictions.ts')).benchPredictions(args);
    break;
  case 'replenishment':
    await (await import('./replenishment.ts')).benchReplenishment(args);
    break;
  case 'effect':
    (await import('./effect.ts')).benchEffect(args);
    break;
  case 'audience-effect':
    (await import('./audience-effect.ts')).benchAudienceEffect(args);
    break;
  case 'audience-bill':
    await (await import('./audience-bill.ts')).benchAudienceBill(args);
    break;
  case 'first-orders':
    (await import('./first-orders.ts')).benchFirstOrders(args);
    break;
  case 'spread':
    await (await import('./spread.ts')).benchSpread(args);
    break;
  case 'steady-shops':
    (await import('./steady-shops.ts')).benchSteadyShops(args);
    break;
  case 'recommendations':
    await (await import('./recommendations.ts')).benchRecommendations(args);
    break;
  case 'exports':
    await (await import('./exports.ts')).benchExports(args);
    break;
  case 'serving':
    await (await import('./serving.ts')).benchServing(args);
    break;
  case 'report':
    await (await import('./report.ts')).benchReport(args);
    break;
  case 'ingest':
    await (await import('./ingest.ts')).benchIngest(args);
    break;
  case 'ingest-steps':
    await (await import('./ingest-steps.ts')).benchIngestSteps(args);
    break;
  case 'files':
    await (await import('./order-files.ts')).benchOrderFiles(args);
    break;
  case 'erasure':
    await (await import('./erasure.ts')).benchErasure(args);
    break;
  case 'erasure-orders':
    await (await import('./erasure-orders.ts')).benchErasureOrders(args);
    break;
  case 'service':
    await (await import('./service.ts')).benchService(args);
    break;
  case 'soak':
    await (await import('./soak.ts')).benchSoak(args);
    break;
  case 'cold':
    await (await import('./cold.ts')).benchCold(args);
    break;
  case 'console-import':
    await (await import('./console-import.ts')).benchConsoleImport(args);
    break;
  case 'console-views':
    await (await import('./console-views.ts')).benchConsoleViews(args);
    break;
  case 'storms':
    await (await import('./storms.ts')).benchStorms();
    break;
  case 'null-rules':
    (await import('./null-rules.ts')).benchNullRules(args);
    break;
  case 'hostile-bodies':
    await (await import('./hostile-bodies.ts')).benchHostileBodies();
    break;
  case 'refusals':
    await (await import('./refusals.ts')).benchRefusals(args);
    break;
  case 'flood':
    await (await import('./flood.ts')).benchFlood(args);
    break;
  case 'hostile-events':
    await (await import('./hostile-events.ts')).benchHostileEvents();
    break;
  default:
    console.error(
      `usage: npm run -s bench -- mining [--data FILE --min-support S --min-confidence C --workers N --dump FILE --once]
                            scale [--lines N,N,…]
                            reading [--lines N --days D]
                            rfm [--orders N --customers N]
                            partitioned [--lines N,N,… --types RFM,COHORT --partitions N | --join-customers N]
                            partitioned-baskets [--lines N,N,… --lines-per-partition N --min-support S]
                            partitioned-workflow [--lines N --partitions N --request JSON | --lines N --write-baskets FILE]
                            customers [--customers N --orders N]
                            predictions --data FILE [--cuts N --step DAYS]
                            replenishment [--customers N | --data FILE]
                            recommendations [--data BASKETS | --orders FILE]
                            exports --data FILE [--min-support S --min-confidence C --formats csv,ndjson,parquet]
                            serving [--products N]
                            report [--data FILE --min-support S --like-aws]
                            ingest [--rows N --lines-per-order L --bill --like-aws]
                            ingest-steps [--rows N --lines-per-order L]
                            files [--lines N | --data FILE]
                            erasure [--rows N --like-aws | --table-write-units N]
                            erasure-orders [--orders N --like-aws]
                            service [--data FILE.csv.gz]
                            soak [--minutes N --every SECONDS --like-aws]
                            cold [--runs N --function NAME … --compile-cache]
                            console-import [--lines N] [--sent N]
                            console-views [--visits N | --clone]
                            audience-bill [--members N,N,…]
                            null-rules [--sets N] [--design 1-8]
                            storms
                            hostile-bodies
                            hostile-events
                            refusals [--requests N]
                            flood [--connections N --per-second N]`,
    );
    process.exitCode = 2;
}
