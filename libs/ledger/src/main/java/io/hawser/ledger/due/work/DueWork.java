package io.hawser.ledger.due.work;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** How the keys of one look are worked on. */
sealed interface DueWork {
    /**
     * Starts the work on these keys.
     *
     * @param done gets each batch whose work succeeded
     * @param failed gets each other batch, and its failure
     */
    void begin(List<String> keys, Consumer<List<String>> done, BiConsumer<List<String>, Throwable> failed);

    /** How many batches these numbers of batches and keys are. */
    int count(int batches, int keys);

    /**
     * How many keys a look may lease.
     *
     * @param batch the most keys of a batch
     * @param free how many more batches may run
     */
    int limit(int batch, int free);

    /** All keys of a batch together. */
    record Together(Function<List<String>, Uni<Void>> worker) implements DueWork {
        @Override
        public void begin(List<String> keys, Consumer<List<String>> done, BiConsumer<List<String>, Throwable> failed) {
            Uni.createFrom()
                    .deferred(() -> worker.apply(keys))
                    .subscribe()
                    .with(ok -> done.accept(keys), failure -> failed.accept(keys, failure));
        }

        @Override
        public int count(int batches, int keys) {
            return batches;
        }

        @Override
        public int limit(int batch, int free) {
            return batch;
        }
    }

    /** One query for all, then each key by itself. */
    record Each(Function<List<String>, Uni<Function<String, Uni<Void>>>> reader) implements DueWork {
        @Override
        public void begin(List<String> keys, Consumer<List<String>> done, BiConsumer<List<String>, Throwable> failed) {
            Uni.createFrom()
                    .deferred(() -> reader.apply(keys))
                    .subscribe()
                    .with(
                            worker -> keys.forEach(
                                    key -> new Together(alone -> worker.apply(key)).begin(List.of(key), done, failed)),
                            failure -> keys.forEach(key -> failed.accept(List.of(key), failure)));
        }

        @Override
        public int count(int batches, int keys) {
            return keys;
        }

        @Override
        public int limit(int batch, int free) {
            return Math.min(batch, free);
        }
    }
}
