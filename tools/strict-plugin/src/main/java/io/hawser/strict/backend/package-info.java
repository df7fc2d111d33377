/** The strict plugin's state and its answers: what really is, without any judgement of the caller. */
@NullMarked
package io.hawser.strict.backend;

import org.jspecify.annotations.NullMarked;
