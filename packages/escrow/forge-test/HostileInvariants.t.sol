// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {MockTokenHome} from "./support/Bridges.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {HostileBook} from "./support/HostileBook.sol";
import {HostileHandler} from "./support/HostileHandler.sol";
import {HostileBridge, MoodyToken} from "./support/Hostiles.sol";
import {AuthorizedToken, MockPermit2} from "./support/OneSignature.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Random steps among hostile parties, tokens and bridges (`HostileHandler`), and what must hold after each of them.
contract HostileInvariantsTest is EscrowTest {
    HostileHandler private handler;
    AuthorizedToken private honest;
    MoodyToken private moody;
    HopBridge private hops;
    HostileBridge private hostileBridge;
    address private home;

    function setUp() public override {
        super.setUp();
        vm.etch(0x000000000022D473030F116dDEE9F6B43aC78BA3, address(new MockPermit2()).code);
        honest = new AuthorizedToken();
        moody = new MoodyToken();
        hostileBridge = new HostileBridge();
        hops = new HopBridge(address(this), messenger, 1 hours);
        home = address(new MockTokenHome(messenger, honest));
        address moodyHome = address(new MockTokenHome(messenger, IERC20(address(moody))));
        hops.addRoute(address(honest), DEST_BLOCKCHAIN_ID, home, address(0xDE57), 250_000);
        hops.addRoute(address(moody), DEST_BLOCKCHAIN_ID, moodyHome, address(0xDE57), 250_000);
        vm.warp(NOW + 1 hours);
        handler = new HostileHandler(registry, honest, moody, hops, hostileBridge);
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

    /// forge-config: default.invariant.runs = 16
    /// forge-config: nightly.invariant.runs = 160
    /// One function asserts everything that must hold, because forge would make a separate run for every other
    /// invariant.
    function invariant_hostilesReachNothingButTheirOwn() external view {
        vm.assertEq(handler.forbidden(), 0, handler.lastForbidden());
        uint256[2] memory held;
        for (uint256 i = 0; i < handler.count(); ++i) {
            HostileBook.Escrow memory escrow = handler.escrowAt(i);
            held[0] += honest.balanceOf(escrow.vault);
            held[1] += escrow.vault.balance;
            _assertState(escrow);
            _assertNoAllowance(escrow.vault);
        }
        _assertConserved(address(honest), held[0]);
        _assertConserved(NATIVE_TOKEN, held[1]);
        vm.assertEq(honest.balanceOf(address(registry)) + address(registry).balance, 0, "registry holds something");
        vm.assertEq(moody.raw(address(registry)), 0, "registry holds something of the hostile token");
        vm.assertEq(honest.balanceOf(address(hops)) + honest.allowance(address(hops), home), 0, "bridge");
    }

    /// @dev Asserts that the state on chain is the one that the events report, and that every open vault still has its
    ///      money.
    function _assertState(HostileBook.Escrow memory escrow) private view {
        vm.assertTrue(escrow.isCreated == (escrow.vault.code.length != 0), "created without an event");
        if (!escrow.isCreated) return;
        bool isOpen = registry.stateOf(escrow.terms) == VaultState.Open;
        vm.assertTrue(isOpen == (escrow.settlements == 0), "settled without an event");
        if (!isOpen) return;
        if (escrow.terms.token == address(moody)) {
            vm.assertGe(moody.raw(escrow.vault), escrow.rawAtCreation, "an open vault lost of the hostile token");
        } else {
            vm.assertGe(handler.held(escrow.terms.token, escrow.vault), escrow.terms.amount, "an open vault lost");
        }
    }

    function _assertNoAllowance(address vault) private view {
        address[2] memory spenders = [address(hops), address(hostileBridge)];
        for (uint256 i = 0; i < 2; ++i) {
            vm.assertEq(honest.allowance(vault, spenders[i]) + moody.allowance(vault, spenders[i]), 0, "allowance");
        }
    }

    function _assertConserved(address asset, uint256 held) private view {
        vm.assertEq(handler.paidIn(asset), held + handler.paidOut(asset), "value");
        // What was paid out beyond the events of settlements was paid by sweeps.
        vm.assertGe(handler.paidOut(asset), handler.eventsOut(asset), "the events tell of more than was paid");
    }
}
