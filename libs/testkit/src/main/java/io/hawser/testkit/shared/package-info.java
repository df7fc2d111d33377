/** What the test classes of a JVM share: a broker, a PostgreSQL, and folders for what a run leaves to look at. */
package io.hawser.testkit.shared;
