package io.hawser.volume.id;

import java.util.Collection;
import java.util.List;

/** A text that names one thing of a kind; ordered and shown as the text is. */
public sealed interface Identifier<I extends Identifier<I>> extends Comparable<I>
        permits NodeName, PluginName, TargetId, TaskName, VolumeName {
    String value();

    @Override
    default int compareTo(I other) {
        return value().compareTo(other.value());
    }

    /** The texts, in the collection's order. */
    static List<String> values(Collection<? extends Identifier<?>> ids) {
        return ids.stream().<String>map(Identifier::value).toList();
    }

    /** The texts as a parameter of a statement. */
    static String[] array(Collection<? extends Identifier<?>> ids) {
        return ids.stream().map(Identifier::value).toArray(String[]::new);
    }
}
