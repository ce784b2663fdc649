// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {BlacklistToken, BurningToken} from "./support/Tokens.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {RefusingPayee} from "./support/Accounts.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Attacks on money that was paid to an address before the vault is created there, and on the chain that this
///      happens on.
contract AttacksOnPrefundsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_attack_chainIdChangesUnderAnOpenVault() public {
        EscrowVault claimed = _open(_terms());
        EscrowTerms memory other = _terms();
        other.amount += 1;
        EscrowVault cancelled = _open(other);
        vm.chainId(4242);
        claimed.claim(SECRET);
        vm.warp(NOW + HOUR);
        cancelled.cancel();
        vm.assertTrue(_isVault(address(claimed)), "still known");
    }

    function test_attack_prefundOfACreatorThatRefusesItsOwnMoney() public {
        RefusingPayee payee = new RefusingPayee();
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        vm.deal(address(payee), 1 ether);
        _fund(terms);
        vm.warp(NOW + HOUR);
        vm.prank(address(payee));
        registry.recoverPrefund(terms, ELSEWHERE);
        vm.assertEq(ELSEWHERE.balance, 1 ether, "recovered");
    }

    function test_attack_prefundOfABlacklistedCreator() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowTerms memory terms = _termsIn(address(listed));
        _fund(terms);
        listed.setBlocked(CREATOR, true);
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, ELSEWHERE);
        vm.assertEq(listed.balanceOf(ELSEWHERE), AMOUNT, "recovered");
    }

    function test_attack_prefundRedirectedByAnother() public {
        EscrowTerms memory terms = _terms();
        _fund(terms);
        vm.warp(NOW + HOUR);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.NotCreator.selector);
        registry.recoverPrefund(terms, RECIPIENT);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        registry.recoverPrefund(terms, address(0));
    }

    function test_attack_burningTokenStarvesABatchOfCreations() public {
        EscrowTerms[] memory batch = new EscrowTerms[](2);
        batch[0] = _termsIn(address(new BurningToken()));
        batch[1] = _terms();
        _fund(batch[1]);
        address[] memory vaults = registry.createEscrowBatch{gas: 2_000_000}(batch);
        vm.assertEq(vaults[0], address(0), "burnt");
        vm.assertEq(vaults[1], registry.vaultAddress(batch[1]), "created");
    }

    function test_batchOfCreations_gasForEachIsEnough() public {
        EscrowTerms[] memory batch = new EscrowTerms[](5);
        for (uint128 i = 0; i < 5; ++i) {
            batch[i] = _terms();
            batch[i].amount = AMOUNT + i;
            _fund(batch[i]);
        }
        address[] memory vaults = registry.createEscrowBatch{gas: 5 * 150_000}(batch);
        for (uint256 i = 0; i < 5; ++i) {
            vm.assertEq(vaults[i], registry.vaultAddress(batch[i]), "created");
        }
    }
}
