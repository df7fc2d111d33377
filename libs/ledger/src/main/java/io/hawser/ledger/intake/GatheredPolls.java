package io.hawser.ledger.intake;

import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jboss.logging.Logger;

/**
 * Passes polled records on, one batch at a time. Polls that arrive meanwhile are the next batch, all together. Passed
 * on one by one, each would cost a transaction: a consumer that polls all the time gets few records with each poll, and
 * a record would wait for the transactions of all polls before it.
 *
 * <p>Every method is called on the connector's context, by one thread at a time.
 */
final class GatheredPolls implements Flow.Subscriber<ConsumerRecords<byte[], byte[]>> {
    private static final Logger LOG = Logger.getLogger(GatheredPolls.class);

    private final int records;
    private final Consumer<Runnable> afterInterval;
    private final Function<List<ConsumerRecords<byte[], byte[]>>, Uni<Void>> application;
    private final Queue<ConsumerRecords<byte[], byte[]>> waiting = new ArrayDeque<>();
    private int waitingRecords;
    private boolean applying;
    private boolean resting;
    private boolean asked;
    private Optional<Flow.Subscription> subscription = Optional.empty();

    /**
     * @param records a batch has at most as many, unless one poll alone has more; no further poll is asked for while as
     *     many wait
     * @param afterInterval calls what it is given when the next batch may begin; a full one begins before that
     * @param application ends on the connector's context; should not fail
     */
    GatheredPolls(
            int records,
            Consumer<Runnable> afterInterval,
            Function<List<ConsumerRecords<byte[], byte[]>>, Uni<Void>> application) {
        this.records = records;
        this.afterInterval = afterInterval;
        this.application = application;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = Optional.of(subscribed);
        ask();
    }

    @Override
    public void onNext(ConsumerRecords<byte[], byte[]> polled) {
        asked = false;
        waiting.add(polled);
        waitingRecords += polled.count();
        applyNext();
        ask();
    }

    @Override
    public void onError(Throwable failure) {
        LOG.errorf(failure, "the intake reads no more: its channel has failed");
    }

    @Override
    public void onComplete() {
        LOG.debug("the intake's channel has ended");
    }

    private void ask() {
        if (!asked && waitingRecords < records) {
            asked = true;
            subscription.ifPresent(polls -> polls.request(1));
        }
    }

    private void applyNext() {
        if (applying || waiting.isEmpty() || (resting && waitingRecords < records)) {
            return;
        }
        List<ConsumerRecords<byte[], byte[]>> batch = new ArrayList<>();
        int size = 0;
        while (!waiting.isEmpty() && (batch.isEmpty() || size + waiting.peek().count() <= records)) {
            size += waiting.peek().count();
            batch.add(waiting.poll());
        }
        waitingRecords -= size;
        applying = true;
        resting = true;
        afterInterval.accept(this::rested);
        Uni.createFrom().deferred(() -> application.apply(batch)).subscribe().with(done -> applied(), failure -> {
            // The records count as lost on their way, and are read again.
            LOG.errorf(
                    failure,
                    "%d polled records were not applied",
                    batch.stream().mapToInt(ConsumerRecords::count).sum());
            applied();
        });
    }

    private void rested() {
        resting = false;
        applyNext();
        ask();
    }

    private void applied() {
        applying = false;
        applyNext();
        ask();
    }
}
