package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import jakarta.ws.rs.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRequestTest {
    private final TreeMap<String, Integer> seven = new TreeMap<>();

    PageRequestTest() {
        for (int i = 0; i < 7; i++) {
            seven.put("key-" + i, i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1000"})
    void aLimitInRangeIsTaken(String limit) {
        assertThat(request(limit, "").limit()).isEqualTo(Integer.parseInt(limit));
    }

    @Test
    void withoutParametersTheListBeginsWithAHundred() {
        assertThat(PageRequest.of("things", Optional.empty(), Optional.empty()))
                .isEqualTo(new PageRequest("things", 100, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1001", "2147483648", "ten", "", " 5", "1e2"})
    void aLimitOutOfRangeIsRefusedByName(String limit) {
        assertThatThrownBy(() -> request(limit, ""))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("limit: ")
                .hasMessageContaining("1000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a b", "dGhpbmdz", "dGhpbmdzCg", "\u00e4", "gA"})
    void atokenThatThisListDidNotGiveIsRefusedByName(String token) {
        assertThatThrownBy(() -> request("1", token))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("continue: ");
    }

    @Test
    @DisplayName("A token of another list, of a key that no table can hold, of broken UTF-8 or without end is refused")
    void forgedTokensAreRefused() {
        List<String> forged = List.of(
                PageRequest.of("others", Optional.empty(), Optional.empty()).behind("key-1"),
                token("things\nkey\0".getBytes(StandardCharsets.UTF_8)),
                token(new byte[] {'t', 'h', 'i', 'n', 'g', 's', '\n', (byte) 0xff}),
                token(("things\n" + "k".repeat(5000)).getBytes(StandardCharsets.UTF_8)));

        assertThat(forged).allSatisfy(token -> assertThatThrownBy(() -> request("1", token))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("continue: "));
    }

    @Test
    @DisplayName(
            "A token of 4096 characters is the longest that is read; one whose key begins with NUL is refused, too")
    void theLongestToken() {
        int characters = 4096 * 3 / 4 - "things\n".length();

        assertThat(request("1", token(("things\n" + "k".repeat(characters)).getBytes(StandardCharsets.UTF_8)))
                        .after())
                .hasSize(characters);
        assertThatThrownBy(() -> request("1", token("\0".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void aTokenLeadsBehindItsKeyWhateverTheKeyHolds() {
        String key = "a/b\nc \ud83d\ude00 \"%";

        PageRequest next = request("5", request("5", "").behind(key));

        assertThat(next).isEqualTo(new PageRequest("things", 5, key));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 7, 8, 1000})
    void allPagesTogetherAreTheListOnce(int limit) {
        // Given
        List<Integer> read = new ArrayList<>();
        Optional<String> token = Optional.empty();
        int pages = 0;

        // When
        do {
            Page<Integer> page = PageRequest.of("things", Optional.of(Integer.toString(limit)), token)
                    .of(seven, Function.identity());
            assertThat(page.items()).hasSizeBetween(1, limit);
            read.addAll(page.items());
            token = page.next();
            pages++;
        } while (token.isPresent());

        // Then
        assertThat(read).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(pages).isEqualTo(Math.ceilDiv(7, limit));
    }

    @Test
    void aPageGoesOnBehindAKeyThatIsGone() {
        // Given
        Page<Integer> first = request("3", "").of(seven, Function.identity());
        seven.remove("key-2");
        seven.remove("key-3");
        seven.put("key-0a", 100);

        // When
        Page<Integer> second = request("3", first.next().orElseThrow()).of(seven, Function.identity());

        // Then
        assertThat(second.items()).containsExactly(4, 5, 6);
    }

    @Test
    void theLastPageCarriesNoToken() throws Exception {
        ObjectMapper json = new ObjectMapper().registerModule(new Jdk8Module());

        assertThat(json.writeValueAsString(new Page<>(List.of(new RawJson<>("{\"a\":1}")), Optional.empty())))
                .isEqualTo("{\"items\":[{\"a\":1}]}");
        assertThat(json.writeValueAsString(new Page<>(List.of(), Optional.of("x"))))
                .isEqualTo("{\"items\":[],\"continue\":\"x\"}");
    }

    private static PageRequest request(String limit, String token) {
        return PageRequest.of("things", Optional.of(limit), Optional.of(token));
    }

    private static String token(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
