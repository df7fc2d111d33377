package io.hawser.strict.fault;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One way to fail. Every delay is added to the plugin's latency. */
public sealed interface Fault {

    /** Does nothing and answers this code. */
    record Error(Code code) implements Fault {
        public Error {
            refuseOk(code);
        }
    }

    /** Carries out the call with this delay. */
    record Delay(Duration by) implements Fault {
        public Delay {
            refuseNegative(by);
        }
    }

    /**
     * Never answers, and does nothing.
     *
     * @param holding whether the volume stays busy after the client gave up, until the plugin dies
     * @param diesAfter the plugin dies this much later, and comes back immediately with its state; only if holding
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

    /** Carries out the call and answers this code. With a final code the plugin lies, which no caller can survive. */
    record ActThenError(Code code) implements Fault {
        public ActThenError {
            refuseOk(code);
        }
    }

    /** Carries out the call and closes the connection instead of answering. */
    record ActThenDrop() implements Fault {}

    /** Carries out half of the call and answers this code. */
    record Half(Code code) implements Fault {
        public Half {
            refuseOk(code);
        }
    }

    /** Waits until the client gave up and then for this time; only then carries out the call and answers. */
    record Late(Duration after) implements Fault {
        public Late {
            refuseNegative(after);
        }
    }

    /** Carries out the call and sends a malformed answer. */
    record Garbage(Kind kind) implements Fault {
        /** The malformed answer. */
        public enum Kind {
            /** Bytes that no protobuf parser accepts. */
            UNDECODABLE,
            /** A response without its required fields. */
            EMPTY
        }
    }

    /**
     * The whole plugin dies: every connection on every socket is gone, and the socket files stay. It comes back by
     * itself.
     *
     * @param acting whether it carries out the call first
     * @param memory whether it comes back with its state
     * @param away how long it does not listen
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

    /** Closes the socket that the call arrived on and removes its file, for this long. The call is not carried out. */
    record SocketGone(Duration away) implements Fault {
        public SocketGone {
            refuseNegative(away);
        }
    }

    /**
     * Does nothing and sends exactly this, valid or not: any number of messages with any content, and then a status.
     *
     * @param messages each in its wire form
     * @param words the status' description; empty for none
     */
    record Says(List<ByteString> messages, Code code, String words) implements Fault {
        public Says {
            messages = List.copyOf(messages);
        }

        /** An answer that is valid except for its content. */
        public static Says answer(MessageLite message) {
            return new Says(List.of(message.toByteString()), Code.OK, "");
        }

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
