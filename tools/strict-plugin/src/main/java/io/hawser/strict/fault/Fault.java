package io.hawser.strict.fault;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One way to go wrong. Every delay comes on top of the plugin's latency. */
public sealed interface Fault {

    /** Does nothing and answers this code. */
    record Error(Code code) implements Fault {
        public Error {
            refuseOk(code);
        }
    }

    /** Does it, this much later. */
    record Delay(Duration by) implements Fault {
        public Delay {
            refuseNegative(by);
        }
    }

    /**
     * Never answers, and does nothing.
     *
     * @param holding whether the volume stays busy after the client gave up, until the plugin dies
     * @param diesAfter the plugin dies of it this much later, and comes back at once with what it held; only if holding
     */
    record Hang(boolean holding, Optional<Duration> diesAfter) implements Fault {
        public Hang {
            diesAfter.ifPresent(Fault::refuseNegative);
            if (diesAfter.isPresent() && !holding) {
                throw new IllegalArgumentException("diesAfter: only a call that holds its volume needs that");
            }
        }

        static Hang forEver() {
            return new Hang(false, Optional.empty());
        }
    }

    /** Does it and answers this code. With a final code the plugin lies, which no caller can survive. */
    record ActThenError(Code code) implements Fault {
        public ActThenError {
            refuseOk(code);
        }
    }

    /** Does it and closes the connection in place of answering. */
    record ActThenDrop() implements Fault {}

    /** Does half of it and answers this code. */
    record Half(Code code) implements Fault {
        public Half {
            refuseOk(code);
        }
    }

    /** Waits until the client gave up, then this long, and only then does it and answers. */
    record Late(Duration after) implements Fault {
        public Late {
            refuseNegative(after);
        }
    }

    /** Does it and answers what is no answer. */
    record Garbage(Kind kind) implements Fault {
        /** What it answers. */
        public enum Kind {
            /** Bytes that no protobuf parser takes. */
            UNDECODABLE,
            /** A response without its required fields. */
            EMPTY
        }
    }

    /**
     * The whole plugin dies: every connection on every socket is gone, the socket files stay. It comes back by itself.
     *
     * @param acting whether it does the call first
     * @param memory whether it comes back with what it held
     * @param away how long nobody listens
     */
    record Die(boolean acting, Memory memory, Duration away) implements Fault {
        public Die {
            refuseNegative(away);
        }

        /** What a plugin that comes back still knows. */
        public enum Memory {
            WITH_STATE,
            WITHOUT_STATE
        }
    }

    /** The socket that the call came in on is closed and its file removed, for this long; nothing is done. */
    record SocketGone(Duration away) implements Fault {
        public SocketGone {
            refuseNegative(away);
        }
    }

    /**
     * Does nothing and says exactly this, be it an answer or not: no message, one or several, of whatever content, and
     * then a status.
     *
     * @param messages each as it stands on the wire
     * @param words the status' description; empty for none
     */
    record Says(List<ByteString> messages, Code code, String words) implements Fault {
        public Says {
            messages = List.copyOf(messages);
        }

        /** An answer that is as it should be, but for what stands in it. */
        public static Says answer(MessageLite message) {
            return new Says(List.of(message.toByteString()), Code.OK, "");
        }

        /** An error in these words. */
        public static Says error(Code code, String words) {
            refuseOk(code);
            return new Says(List.of(), code, words);
        }
    }

    private static void refuseOk(Code code) {
        if (code == Code.OK) {
            throw new IllegalArgumentException("code: OK is no error");
        }
    }

    private static void refuseNegative(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration: " + duration + " is negative");
        }
    }
}
