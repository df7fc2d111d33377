package io.hawser.strict.fault;

import com.google.protobuf.ByteString;
import io.grpc.Status.Code;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code CODE [BASE64 ...] [because WORDS]}: each message is in Base64, an empty one is {@code -}. WORDS are encoded as
 * in a query string, so that they are one word.
 */
final class SaysText {

    private static final String NOTHING = "-";
    private static final String BECAUSE = "because";

    private SaysText() {}

    static Fault.Says parse(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("says wants a code");
        }
        // No Base64 message has this form: with its padding, its length is a multiple of four.
        int because = words.indexOf(BECAUSE);
        if (because >= 0 && because != words.size() - 2) {
            throw new IllegalArgumentException("\"because\" wants one word, with + in place of blanks");
        }
        List<ByteString> messages = words.subList(1, because < 0 ? words.size() : because).stream()
                .map(SaysText::message)
                .toList();
        String message = because < 0 ? "" : URLDecoder.decode(words.getLast(), StandardCharsets.UTF_8);
        return new Fault.Says(messages, Code.valueOf(words.getFirst()), message);
    }

    private static ByteString message(String word) {
        return word.equals(NOTHING)
                ? ByteString.EMPTY
                : ByteString.copyFrom(Base64.getDecoder().decode(word));
    }

    static String text(Fault.Says says) {
        Stream<String> messages = says.messages().stream()
                .map(message ->
                        message.isEmpty() ? NOTHING : Base64.getEncoder().encodeToString(message.toByteArray()));
        Stream<String> words = says.words().isEmpty()
                ? Stream.empty()
                : Stream.of(BECAUSE, URLEncoder.encode(says.words(), StandardCharsets.UTF_8));
        return Stream.of(Stream.of(says.code().name()), messages, words)
                .flatMap(part -> part)
                .collect(Collectors.joining(" "));
    }
}
