package io.hawser.rest;

import jakarta.ws.rs.BadRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * The requested part of a list, as in Kubernetes: {@code limit} and {@code continue}. A page begins after a key, not at
 * a number of rows: an item that stays is listed exactly once, whatever is added or removed between two pages.
 *
 * @param list the list's name; a token of another list is refused
 * @param limit 1 to {@value #MOST}
 * @param after the last key of the page before; empty at the beginning
 */
public record PageRequest(String list, int limit, String after) {
    public static final int MOST = 1000;
    static final int USUALLY = 100;
    private static final int LONGEST_TOKEN = 4096;

    /**
     * @param limit the query's parameter; empty if the query has none
     * @param token the query's parameter; empty if the query has none
     * @throws BadRequestException that names the parameter
     */
    public static PageRequest of(String list, Optional<String> limit, Optional<String> token) {
        return new PageRequest(
                list,
                limit.map(PageRequest::limit).orElse(USUALLY),
                token.filter(text -> !text.isEmpty())
                        .map(text -> key(list, text)
                                .orElseThrow(() -> new BadRequestException(
                                        "continue: not a token that this list gave; begin again without one")))
                        .orElse(""));
    }

    /** The token for the items after a key. */
    public String behind(String key) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((list + "\n" + key).getBytes(StandardCharsets.UTF_8));
    }

    /** The page of a list in memory, ordered by key. */
    public <V, T> Page<T> of(NavigableMap<String, V> all, Function<V, T> view) {
        List<String> keys = all.tailMap(after, after.isEmpty()).keySet().stream()
                .limit(limit + 1L)
                .toList();
        List<String> shown = keys.subList(0, Math.min(limit, keys.size()));
        return new Page<>(
                shown.stream().map(all::get).map(view).toList(),
                keys.size() > limit ? Optional.of(behind(shown.getLast())) : Optional.empty());
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // The exception follows below.
        }
        throw new BadRequestException("limit: must be a number from 1 to " + MOST);
    }

    private static Optional<String> key(String list, String token) {
        if (token.length() > LONGEST_TOKEN) {
            return Optional.empty();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(token)))
                    .toString();
            // No table contains a NUL, and a database query for one fails.
            return Optional.of(text)
                    .filter(found -> found.startsWith(list + "\n") && found.indexOf('\0') < 0)
                    .map(found -> found.substring(list.length() + 1))
                    .filter(found -> !found.isEmpty());
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
