/** What the test classes of a JVM share: a broker, a PostgreSQL, and folders for what a run leaves to look at. */
@NullMarked
package io.hawser.testkit.shared;

import org.jspecify.annotations.NullMarked;
