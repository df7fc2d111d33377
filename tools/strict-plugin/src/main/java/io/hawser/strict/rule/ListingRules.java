package io.hawser.strict.rule;

import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

final class ListingRules {

    private static final Set<Rpc> LISTING = EnumSet.of(Rpc.LIST_VOLUMES, Rpc.LIST_SNAPSHOTS);

    private ListingRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("list-max-entries", LISTING, ListingRules::maxEntries).refusing(),
                Rule.of("list-token-given", LISTING, ListingRules::tokenGiven),
                Rule.of("list-restarts-after-aborted", LISTING, ListingRules::restarts));
    }

    private static String token(Call call) {
        return (String)
                call.request().getField(call.fields().field("starting_token").orElseThrow());
    }

    private static Finding maxEntries(Call call, World world) {
        int most = (Integer)
                call.request().getField(call.fields().field("max_entries").orElseThrow());
        return Finding.keptIf(most >= 0, "max_entries " + most);
    }

    private static Finding tokenGiven(Call call, World world) {
        return token(call).isEmpty() || world.readings().readEarlier()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(world.readings().gaveToken(call.rpc(), token(call)), "no page gave that token");
    }

    private static Finding restarts(Call call, World world) {
        return token(call).isEmpty()
                ? Finding.NOT_CONCERNED
                : world.readings()
                        .staleToken(call.rpc(), token(call))
                        .map(earlier -> Finding.broken("the token was answered with ABORTED", earlier))
                        .orElse(Finding.KEPT);
    }
}
