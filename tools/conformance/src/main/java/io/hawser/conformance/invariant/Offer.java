package io.hawser.conformance.invariant;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.strict.Capabilities;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a plugin says in its log when it is replaced by another version, such as
 * {@code offers Capabilities[…, controller=[LIST_VOLUMES], …]}.
 */
final class Offer {
    private static final String WORD = "offers ";
    private static final Pattern LIST = Pattern.compile("(controller|node)=\\[([A-Z_, ]*)]");

    private Offer() {}

    /** What it offers from then on; where the word does not tell it, what it offered before. */
    static Capabilities after(Capabilities before, String what) {
        if (!what.startsWith(WORD)) {
            return before;
        }
        Set<ControllerServiceCapability.RPC.Type> controller = before.controller();
        Set<NodeServiceCapability.RPC.Type> node = before.node();
        Matcher lists = LIST.matcher(what);
        while (lists.find()) {
            if (lists.group(1).equals("controller")) {
                controller = named(ControllerServiceCapability.RPC.Type.class, lists.group(2));
            } else {
                node = named(NodeServiceCapability.RPC.Type.class, lists.group(2));
            }
        }
        return new Capabilities(before.plugin(), before.expansion(), controller, node, before.group());
    }

    private static <E extends Enum<E>> Set<E> named(Class<E> type, String list) {
        EnumSet<E> named = EnumSet.noneOf(type);
        Arrays.stream(list.split(", "))
                .filter(name -> !name.isEmpty())
                .forEach(name -> named.add(Enum.valueOf(type, name)));
        return named;
    }
}
