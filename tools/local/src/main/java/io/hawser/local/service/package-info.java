/** What runs on one machine: the programs, what they are told, and where they answer. */
@NullMarked
package io.hawser.local.service;

import org.jspecify.annotations.NullMarked;
