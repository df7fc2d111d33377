/** Certificates for tests. */
@NullMarked
package io.hawser.testkit.tls;

import org.jspecify.annotations.NullMarked;
