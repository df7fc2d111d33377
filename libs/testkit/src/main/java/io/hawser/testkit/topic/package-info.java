/** Topics, read for what a test expects of them. */
@NullMarked
package io.hawser.testkit.topic;

import org.jspecify.annotations.NullMarked;
