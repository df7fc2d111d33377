package io.hawser.testkit.contract;

/** Files of the contracts that follow from the code, and that the tests which compare them also write. */
public final class WrittenContracts {
    private static final String PROPERTY = "hawser.contracts.write";

    /** What a person types, and what the message of a failing test says. */
    public static final String COMMAND =
            "mvn -pl libs/bus,deploy -am -Dtest='io.hawser.bus.sample.GoldenSamplesTest,TopicsPageTest,AclTableTest'"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -D" + PROPERTY + "=true test";

    private WrittenContracts() {}

    /** Whether tests shall write what is missing. */
    public static boolean areAskedFor() {
        return Boolean.getBoolean(PROPERTY);
    }
}
