/** What the orchestrator says there is, and what each of its records changes. */
package io.hawser.deallocator.inventory;
