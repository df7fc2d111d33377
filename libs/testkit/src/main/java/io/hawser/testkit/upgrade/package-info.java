/** What a release may change while replicas of the release before it still run. */
@NullMarked
package io.hawser.testkit.upgrade;

import org.jspecify.annotations.NullMarked;
