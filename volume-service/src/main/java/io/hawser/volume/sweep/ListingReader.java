package io.hawser.volume.sweep;

import io.hawser.csi.CsiCode;
import io.hawser.csi.Ending;
import io.hawser.csi.v1.ListVolumesResponse;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a plugin's listing page by page. ABORTED to a token means that the token is of no use any more: the listing begins again, without one (CSI,
 * "ListVolumes Errors").
 */
final class ListingReader {
    private static final int BEGINNINGS = 3;
    private static final int MOST_PAGES = 100_000;

    private final Function<String, Uni<Ending<ListVolumesResponse>>> list;
    private final int asked;
    private final List<ListVolumesResponse> pages = new ArrayList<>();
    private final Set<String> tokens = new HashSet<>();
    private String token = "";
    private int beginnings = 1;
    private Optional<Result> result = Optional.empty();

    /** How it ended. */
    sealed interface Result {
        record Listed(Listing listing) implements Result {}

        /** @param rejected by the plugin, finally; else the outcome is open */
        record Failed(String why, boolean rejected) implements Result {}
    }

    /**
     * @param list asks for the page that begins at a token
     * @param asked max_entries of each page
     */
    ListingReader(Function<String, Uni<Ending<ListVolumesResponse>>> list, int asked) {
        this.list = list;
        this.asked = asked;
    }

    /** Subscribed once. */
    Uni<Result> read() {
        return Multi.createBy()
                .repeating()
                .uni(() -> list.apply(token).invoke(this::page))
                .until(ignored -> result.isPresent())
                .onItem()
                .ignoreAsUni()
                .map(ignored -> result.orElseThrow());
    }

    private void page(Ending<ListVolumesResponse> ending) {
        switch (ending) {
            case Ending.Done<ListVolumesResponse>(ListVolumesResponse page) -> {
                pages.add(page);
                token = page.getNextToken();
                if (token.isEmpty()) {
                    result = Optional.of(new Result.Listed(Listing.of(pages, asked)));
                } else if (!tokens.add(token) || pages.size() >= MOST_PAGES) {
                    result = Optional.of(new Result.Failed("its pages go round in a circle", false));
                }
            }
            case Ending.Uncertain<ListVolumesResponse> unsure -> {
                if (unsure.code() == CsiCode.ABORTED && !token.isEmpty() && beginnings < BEGINNINGS) {
                    beginnings++;
                    pages.clear();
                    tokens.clear();
                    token = "";
                } else {
                    result = Optional.of(new Result.Failed(unsure.code() + ": " + unsure.reason(), false));
                }
            }
            case Ending.Rejected<ListVolumesResponse> rejected ->
                result = Optional.of(new Result.Failed(rejected.code() + ": " + rejected.reason(), true));
        }
    }
}
