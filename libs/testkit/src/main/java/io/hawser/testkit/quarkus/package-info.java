/** What a {@code @QuarkusTest} finds of the JVM's broker and PostgreSQL. */
@NullMarked
package io.hawser.testkit.quarkus;

import org.jspecify.annotations.NullMarked;
