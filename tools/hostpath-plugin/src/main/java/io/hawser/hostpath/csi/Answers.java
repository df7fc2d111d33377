package io.hawser.hostpath.csi;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.hawser.hostpath.volume.RefusedException;
import java.lang.System.Logger.Level;

/** Turns a call's result into its one answer. Requests are never logged: they may contain secrets. */
final class Answers {
    private static final System.Logger LOG = System.getLogger(Answers.class.getName());

    private Answers() {}

    interface Call<T> {
        T run() throws Exception;
    }

    static <T> void answer(StreamObserver<T> observer, Call<T> call) {
        T response;
        try {
            response = call.run();
        } catch (RefusedException e) {
            observer.onError(status(e).asRuntimeException());
            return;
        } catch (Exception e) {
            // Unexpected, so it is unknown how far the call came: INTERNAL, which a caller must treat as uncertain.
            LOG.log(Level.ERROR, "a call failed", e);
            observer.onError(Status.INTERNAL.withDescription(e.toString()).asRuntimeException());
            return;
        }
        observer.onNext(response);
        observer.onCompleted();
    }

    private static Status status(RefusedException e) {
        Status status =
                switch (e.refusal().reason()) {
                    case INVALID_ARGUMENT -> Status.INVALID_ARGUMENT;
                    case NOT_FOUND -> Status.NOT_FOUND;
                    case ALREADY_EXISTS -> Status.ALREADY_EXISTS;
                    case FAILED_PRECONDITION -> Status.FAILED_PRECONDITION;
                    case OUT_OF_RANGE -> Status.OUT_OF_RANGE;
                    case RESOURCE_EXHAUSTED -> Status.RESOURCE_EXHAUSTED;
                    case ABORTED -> Status.ABORTED;
                    case INTERNAL -> Status.INTERNAL;
                };
        return status.withDescription(e.refusal().message());
    }
}
