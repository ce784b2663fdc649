// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowHandler} from "./support/EscrowHandler.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

/// @dev Random calls by everybody, at random times (`EscrowHandler`), and what must hold after each of them.
contract InvariantsTest is EscrowTest {
    EscrowHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new EscrowHandler(registry, token, bridge, DEST_BLOCKCHAIN_ID);
        token.mint(address(handler), type(uint128).max);
        vm.deal(address(handler), 1_000_000 ether);
    }

    /// @dev Forge calls this function to learn which contracts to call at random.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev It does not matter who calls the handler, because the handler acts as every party itself.
    function targetSenders() external pure returns (address[] memory senders) {
        senders = new address[](1);
        senders[0] = address(0xCA11E7);
    }

    /// An open vault holds at least its amount.
    function invariant_openVaultsHoldTheirAmount() external view {
        for (uint256 i = 0; i < handler.count(); ++i) {
            EscrowHandler.Escrow memory escrow = handler.escrowAt(i);
            if (!escrow.isCreated || registry.stateOf(escrow.terms) != VaultState.Open) continue;
            vm.assertGe(handler.held(escrow.terms.token, escrow.vault), escrow.terms.amount, "underfunded while open");
        }
    }

    /// A vault is paid out once at the most, and only to its recipient or its creator, or through its bridge.
    function invariant_oneSettlementEach() external view {
        for (uint256 i = 0; i < handler.count(); ++i) {
            EscrowHandler.Escrow memory escrow = handler.escrowAt(i);
            vm.assertGe(1, escrow.claims + escrow.hops + escrow.cancels, "settled twice");
            if (!escrow.isCreated) {
                vm.assertEq(escrow.vault.code.length, 0, "created by nobody");
                continue;
            }
            VaultState state = registry.stateOf(escrow.terms);
            vm.assertTrue((state == VaultState.Claimed) == (escrow.claims + escrow.hops == 1), "claimed");
            vm.assertTrue((state == VaultState.Cancelled) == (escrow.cancels == 1), "cancelled");
        }
    }

    /// The sum paid into all vaults equals the sum paid out and the sum that they still hold.
    function invariant_valueInIsValueOut() external view {
        _assertConserved(address(token));
        _assertConserved(NATIVE_TOKEN);
    }

    /// Nothing was claimed without the preimage or after the deadline, and nothing was cancelled before the deadline
    /// without consent.
    function invariant_nothingSettledAgainstTheRules() external view {
        vm.assertEq(handler.forbidden(), 0, handler.lastForbidden());
    }

    /// A predicted address is the deployed one, and the registry knows its vaults.
    function invariant_predictedAddresses() external view {
        for (uint256 i = 0; i < handler.count(); ++i) {
            EscrowHandler.Escrow memory escrow = handler.escrowAt(i);
            vm.assertEq(registry.vaultAddress(escrow.terms), escrow.vault, "moved");
            if (!escrow.isCreated) continue;
            vm.assertTrue(_isVault(escrow.vault), "not a vault");
        }
    }

    /// After each call, no vault and no bridge has an allowance left, and neither the registry nor the bridge holds
    /// anything.
    function invariant_nothingIsLeftBehind() external view {
        for (uint256 i = 0; i < handler.count(); ++i) {
            vm.assertEq(token.allowance(handler.escrowAt(i).vault, address(bridge)), 0, "vault's allowance");
        }
        vm.assertEq(token.allowance(address(bridge), address(tokenHome)), 0, "bridge's allowance");
        vm.assertEq(_balance(address(registry)) + address(registry).balance, 0, "registry holds something");
        vm.assertEq(_balance(address(bridge)) + address(bridge).balance, 0, "bridge holds something");
    }

    /// Replaying the events alone gives the state of every vault.
    function invariant_eventsTellTheState() external view {
        for (uint256 i = 0; i < handler.count(); ++i) {
            EscrowHandler.Escrow memory escrow = handler.escrowAt(i);
            vm.assertEq(escrow.eventState, escrow.isCreated ? uint256(registry.stateOf(escrow.terms)) + 1 : 0, "events");
        }
    }

    function _assertConserved(address asset) private view {
        uint256 held;
        for (uint256 i = 0; i < handler.count(); ++i) {
            EscrowHandler.Escrow memory escrow = handler.escrowAt(i);
            held += handler.held(asset, escrow.vault);
        }
        uint256 paid = handler.paidOut(asset);
        vm.assertEq(handler.paidIn(asset), held + paid, "value");
    }
}
