package io.hawser.volume.sweep.csi;

import io.hawser.csi.CsiCode;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.volume.sweep.ListedPages;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads a plugin's listing page by page, and keeps no page. ABORTED means that the token is no longer valid: the
 * listing begins again without a token (CSI, "ListVolumes Errors").
 */
public final class ListingReader {
    private static final int BEGINNINGS = 3;

    private final Function<String, Uni<RpcOutcome<ListVolumesResponse>>> list;
    private final Supplier<ListedPages> begin;
    private ListedPages pages;
    private String token = "";
    /** Each remembered token is kept for twice as many pages as the one before, so a cycle of any length is found. */
    private String remembered = "";

    private int pagesSince;
    private int pagesUntil = 1;
    private int beginnings = 1;
    private Optional<Result> result = Optional.empty();

    public sealed interface Result {
        record Listed(ListedPages listing) implements Result {}

        /** @param rejected the plugin finally rejected it; otherwise the outcome is open */
        record Failed(String message, boolean rejected) implements Result {}
    }

    /**
     * @param list asks for the page that begins at a token
     * @param begin makes the collector of pages for each new listing
     */
    public ListingReader(Function<String, Uni<RpcOutcome<ListVolumesResponse>>> list, Supplier<ListedPages> begin) {
        this.list = list;
        this.begin = begin;
        this.pages = begin.get();
    }

    /** To be subscribed only once. */
    public Uni<Result> read() {
        return Multi.createBy()
                .repeating()
                .uni(() -> list.apply(token).invoke(this::page))
                .until(ignored -> result.isPresent())
                .onItem()
                .ignoreAsUni()
                .map(ignored -> result.orElseThrow());
    }

    private void page(RpcOutcome<ListVolumesResponse> ending) {
        switch (ending) {
            case RpcOutcome.Done<ListVolumesResponse>(ListVolumesResponse page) -> {
                pages.add(page);
                token = page.getNextToken();
                if (token.isEmpty()) {
                    result = Optional.of(new Result.Listed(pages));
                } else if (wasThere(token)) {
                    result = Optional.of(new Result.Failed("its pages go round in a circle", false));
                }
            }
            case RpcOutcome.Uncertain<ListVolumesResponse> unsure -> {
                if (unsure.code() == CsiCode.ABORTED && !token.isEmpty() && beginnings < BEGINNINGS) {
                    beginnings++;
                    pages = begin.get();
                    token = "";
                    remembered = "";
                    pagesSince = 0;
                    pagesUntil = 1;
                } else {
                    result = Optional.of(new Result.Failed(unsure.code() + ": " + unsure.message(), false));
                }
            }
            case RpcOutcome.Rejected<ListVolumesResponse> rejected ->
                result = Optional.of(new Result.Failed(rejected.code() + ": " + rejected.message(), true));
        }
    }

    private boolean wasThere(String next) {
        if (next.equals(remembered)) {
            return true;
        }
        pagesSince++;
        if (pagesSince == pagesUntil) {
            remembered = next;
            pagesSince = 0;
            pagesUntil *= 2;
        }
        return false;
    }
}
